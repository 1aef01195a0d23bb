// The table returns an entry for the very key under which it was stored and for no other: when
// everything is replaced all the time, while it grows, and with several threads.

#include "search/alphabeta/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>
#include <vector>

#include "base/random.hpp"

namespace inarow {
namespace {

// One for each kind of entry, each with the longest keys it takes.
using PackedTable = ScoreTable<Word64, 56>;
using TwoWordTable = ScoreTable<Word64, 64>;
using WideTable = ScoreTable<Word128, 72>;
using WidestTable = ScoreTable<Word128, 128>;

template <class Table>
struct KeyOf;
template <class Word, int MaxKeyBits>
struct KeyOf<ScoreTable<Word, MaxKeyBits>> {
  using type = Word;
  static constexpr int bits = MaxKeyBits;
};

template <class Table>
class TableTest : public testing::Test {
 public:
  using Key = typename KeyOf<Table>::type;
  static constexpr int key_bits = KeyOf<Table>::bits;

  static Key random_key(Random& random) {
    if constexpr (sizeof(Key) == 8) {
      return random.next() & low_bits<Key>(key_bits);
    } else {
      return ((static_cast<Key>(random.next()) << 64) | random.next()) & low_bits<Key>(key_bits);
    }
  }

  // Bounds by which one sees whose they are.
  static TableBounds bounds_of(Key key) {
    const std::uint64_t hash = mix(static_cast<std::uint64_t>(key) ^
                                   mix(static_cast<std::uint64_t>(key >> (key_bits / 2)) + 1));
    return {static_cast<int>(hash % 63) - 31, static_cast<int>(hash / 63 % 63) - 31,
            static_cast<int>(hash >> 60)};
  }

  static bool same(const TableBounds& a, const TableBounds& b) {
    return a.lower == b.lower && a.upper == b.upper && a.move == b.move;
  }

  // How many of the keys are there; all that is found must be right.
  static long count_found(const Table& table, const std::vector<Key>& keys) {
    long found = 0;
    for (const Key key : keys) {
      TableBounds bounds;
      if (!table.probe(table.mix(key), bounds)) continue;
      EXPECT_TRUE(same(bounds, bounds_of(key)));
      ++found;
    }
    return found;
  }

  // Stores new keys until the table is to be doubled.
  static void fill(Table& table, std::vector<Key>& keys, Random& random) {
    while (!table.is_crowded()) {
      const Key key = random_key(random);
      if (table.store(table.mix(key), bounds_of(key), random.below(32))) table.add_taken(1);
      keys.push_back(key);
    }
  }
};

using Tables = testing::Types<PackedTable, TwoWordTable, WideTable, WidestTable>;
TYPED_TEST_SUITE(TableTest, Tables);

TYPED_TEST(TableTest, KeepsItsKeysApart) {
  // More keys than places, so that everything is replaced many times; what is found must be right.
  using Word = typename TestFixture::Key;
  for (const int bits : {18, 20, TestFixture::key_bits}) {
    TypeParam table(bits, 1);
    Random random(1);
    std::map<Word, TableBounds> last;
    long found = 0;
    for (int i = 0; i < 200'000; ++i) {
      // Few different keys, close together: the hardest case for a hash.
      const Word key = TestFixture::random_key(random) & low_bits<Word>(18);
      const Word mixed = table.mix(key);
      TableBounds bounds;
      if (table.probe(mixed, bounds)) {
        ++found;
        ASSERT_TRUE(TestFixture::same(bounds, last.at(key)));
      }
      const TableBounds fresh{-random.below(20), random.below(20), random.below(16)};
      table.store(mixed, fresh, random.below(32));
      last[key] = fresh;
    }
    EXPECT_GT(found, 1000);
  }
}

TYPED_TEST(TableTest, GrowsFromAFewMegabytesAndForgetsNothing) {
  using Word = typename TestFixture::Key;
  constexpr std::size_t most = std::size_t{16} << 20;
  TypeParam table(TestFixture::key_bits, most);
  EXPECT_EQ(table.bytes(), most);
  EXPECT_EQ(table.bytes_in_use(), TypeParam::first_bytes);
  Random random(2);
  std::vector<Word> keys;
  while (table.bytes_in_use() < most) {
    TestFixture::fill(table, keys, random);
    const long before = TestFixture::count_found(table, keys);
    const std::size_t bytes = table.bytes_in_use();
    EXPECT_GT(before, static_cast<long>(bytes / 128));
    while (table.grow_a_little()) {
    }
    EXPECT_EQ(table.bytes_in_use(), 2 * bytes);
    EXPECT_EQ(TestFixture::count_found(table, keys), before);
    // Keys that shared a bucket before: they differ in the new bit of the index, or above it.
    for (const Word key : keys) {
      TableBounds bounds;
      const Word other =
          table.mix(key) ^ (Word{1} << (16 + random.below(TestFixture::key_bits - 16)));
      EXPECT_FALSE(table.probe(other, bounds));
    }
  }
  // It grows no more, and goes on to replace what cost the least.
  table.add_taken(most);
  EXPECT_FALSE(table.is_crowded());
  EXPECT_FALSE(table.grow_a_little());
}

// The copies left behind must not take the places of what is stored later.
TYPED_TEST(TableTest, UsesAllPlacesAfterGrowth) {
  using Word = typename TestFixture::Key;
  constexpr std::size_t most = 2 * TypeParam::first_bytes;
  Random random(3);
  TypeParam grown(TestFixture::key_bits, most);
  std::vector<Word> keys;
  TestFixture::fill(grown, keys, random);
  while (grown.grow_a_little()) {
  }
  ASSERT_EQ(grown.bytes_in_use(), most);
  // Cheap results: they would never replace the copies.
  std::vector<Word> cheap;
  long taken = 0;
  for (std::size_t i = 0; i < most / 4; ++i) {
    const Word key = TestFixture::random_key(random);
    taken += grown.store(grown.mix(key), TestFixture::bounds_of(key), 0) ? 1 : 0;
    cheap.push_back(key);
  }
  const long places = static_cast<long>(most) / (TypeParam::packed ? 32 : 64) * TypeParam::slots;
  EXPECT_GT(taken, places * 4 / 10);
  const long live = TestFixture::count_found(grown, keys) + TestFixture::count_found(grown, cheap);
  EXPECT_GT(live, places * 97 / 100);
}

TYPED_TEST(TableTest, GoesOnWithAnUnfinishedDoubling) {
  using Word = typename TestFixture::Key;
  constexpr std::size_t most = 2 * TypeParam::first_bytes;
  TypeParam table(TestFixture::key_bits, most);
  Random random(4);
  std::vector<Word> keys;
  TestFixture::fill(table, keys, random);
  const long before = TestFixture::count_found(table, keys);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(table.grow_a_little());
  EXPECT_EQ(table.bytes_in_use(), TypeParam::first_bytes);
  EXPECT_EQ(TestFixture::count_found(table, keys), before);
  // Searches go on in between: new bounds for what has been copied already.
  std::map<Word, TableBounds> changed;
  for (std::size_t i = 0; i < 20'000; ++i) {
    const Word key = keys[keys.size() - 1 - i];
    const TableBounds fresh{-random.below(20), random.below(20), random.below(16)};
    table.store(table.mix(key), fresh, 31);
    changed[key] = fresh;
  }
  while (table.grow_a_little()) {
  }
  EXPECT_EQ(table.bytes_in_use(), most);
  long found = 0;
  for (const auto& [key, fresh] : changed) {
    TableBounds bounds;
    if (!table.probe(table.mix(key), bounds)) continue;
    EXPECT_TRUE(TestFixture::same(bounds, fresh) ||
                TestFixture::same(bounds, TestFixture::bounds_of(key)));
    ++found;
  }
  EXPECT_GT(found, 15'000);
}

TYPED_TEST(TableTest, TellsWhatItHolds) {
  using Word = typename TestFixture::Key;
  for (const int bits : {1, 2, 3, 12, 13, 14, 25, TestFixture::key_bits}) {
    TypeParam table(bits, 2 * TypeParam::first_bytes);
    Random random(5);
    std::vector<Word> keys;
    for (int i = 0; i < 100'000; ++i) {
      const Word key = TestFixture::random_key(random) & low_bits<Word>(bits);
      ASSERT_TRUE(table.unmix(table.mix(key)) == key);
      const int work = random.below(32);
      if (table.store(table.mix(key), TestFixture::bounds_of(key), work)) table.add_taken(1);
      while (table.grow_a_little()) {
      }
      keys.push_back(key);
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    long told = 0;
    table.for_each([&](Word mixed, const TableBounds& bounds, int work) {
      const Word key = table.unmix(mixed);
      EXPECT_TRUE(std::binary_search(keys.begin(), keys.end(), key));
      EXPECT_TRUE(TestFixture::same(bounds, TestFixture::bounds_of(key)));
      EXPECT_TRUE(work >= 0 && work < 32);
      ++told;
    });
    EXPECT_EQ(told, TestFixture::count_found(table, keys));
    EXPECT_GT(told, 0);
  }
}

TYPED_TEST(TableTest, GrowsWhileOthersReadAndStore) {
  using Word = typename TestFixture::Key;
  constexpr std::size_t most = 8 * TypeParam::first_bytes;
  constexpr int threads = 4;
  TypeParam table(TestFixture::key_bits, most);
  std::atomic<long> found = 0;
  std::atomic<long> wrong = 0;
  const auto work = [&](int number) {
    // Two and two have the same keys, in the same order: they meet in the same buckets.
    Random keys(static_cast<std::uint64_t>(number / 2));
    Random lots(static_cast<std::uint64_t>(100 + number));
    std::vector<Word> mine;
    while (table.bytes_in_use() < most) {
      std::size_t taken = 0;
      for (int i = 0; i < 1000; ++i) {
        const Word key = TestFixture::random_key(keys);
        taken += table.store(table.mix(key), TestFixture::bounds_of(key), lots.below(32)) ? 1 : 0;
        mine.push_back(key);
        const Word old = mine[static_cast<std::size_t>(lots.below(static_cast<int>(mine.size())))];
        TableBounds bounds;
        if (!table.probe(table.mix(old), bounds)) continue;
        ++found;
        if (!TestFixture::same(bounds, TestFixture::bounds_of(old))) ++wrong;
      }
      table.add_taken(taken);
      while (table.grow_a_little()) {
      }
    }
  };
  std::vector<std::thread> team;
  team.reserve(threads);
  for (int i = 0; i < threads; ++i) team.emplace_back(work, i);
  for (std::thread& thread : team) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(found, 100'000);
}

}  // namespace
}  // namespace inarow
