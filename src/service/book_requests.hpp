#pragma once

// The requests about opening books (docs/formats/http.md): what is known of a position, growing a
// book, working through the defenses against a move, files of other programs in and out.
//
// Only books that the server was started with are written to (`serve --grow`); a request names the
// game, never a file.

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/memory_pool.hpp"
#include "book/book_store.hpp"
#include "rules/observer.hpp"
#include "service/answer_task.hpp"
#include "service/certificate_shelf.hpp"
#include "service/request.hpp"

namespace inarow {
class Tables;
}

namespace inarow::service {

// A book that may be written to. Who works on it has it alone; others may read it meanwhile.
class GrowingBook {
 public:
  explicit GrowingBook(BookStore store) : store_(std::move(store)) {}
  const GameSpec& spec() const { return store_.spec(); }

  class Turn {
   public:
    explicit Turn(GrowingBook& book) : book_(&book) {}
    Turn(Turn&& other) noexcept : book_(std::exchange(other.book_, nullptr)) {}
    Turn& operator=(Turn&&) = delete;
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
      if (book_ != nullptr) book_->taken_ = false;
    }
    BookStore& store() { return book_->store_; }

   private:
    GrowingBook* book_;
  };
  // Nothing if somebody works on it.
  std::optional<Turn> turn() {
    if (taken_.exchange(true)) return std::nullopt;
    return Turn(*this);
  }

 private:
  BookStore store_;
  std::atomic<bool> taken_{false};
};
using GrowingBooks = std::vector<std::shared_ptr<GrowingBook>>;

struct BookTools {
  Tables& tables;
  MemoryPool& memory;
  CertificateShelf& shelf;  // where files that are written are fetched
  const GrowingBooks& growing;
  const std::vector<std::string>& files;  // that the server was started with
  std::size_t file_bytes;                 // larger ones are not handed out
};

// Of /api/book: game, moves.
Answerable<std::string> book_reply(const std::string& body, const BookTools& tools);
// Of /api/book/extend: game, moves, move, order, seconds, defenses.
Answerable<std::string> extend_reply(const std::string& body, const BookTools& tools,
                                     const RequestLimits& limits, const StopToken& stop);
// Of /api/book/import/sgf and /api/book/import/lib: the bytes of the file.
Answerable<std::string> import_reply(const std::string& bytes, const std::string& ending,
                                     const BookTools& tools, const StopToken& stop);
// Of /api/book/export: game, as.
Answerable<std::string> export_reply(const std::string& body, const BookTools& tools,
                                     const StopToken& stop);

// Of /api/book/grow: game, moves, for, jobs, seconds.
class GrowthTask final : public WatchedTask {
 public:
  GrowthTask(std::string body, const RequestLimits& limits, const BookTools& tools);

  bool understood() override { return understood_; }
  std::string progress() override;

 private:
  Answerable<std::string> find_answer() override;

  const std::string body_;
  const RequestLimits limits_;
  const BookTools tools_;
  Observer observer_;
  std::atomic<bool> understood_{false};
};

}  // namespace inarow::service
