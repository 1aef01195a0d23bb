#include "rules/sgf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/quote.hpp"

namespace inarow {

const SgfProperty* SgfNode::find(std::string_view name) const {
  for (const SgfProperty& property : properties) {
    if (property.name == name) return &property;
  }
  return nullptr;
}

std::string place_in_text(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t newline = before.rfind('\n');
  const std::size_t column =
      newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
  return fmt::format("line {}, column {}", line, column);
}

namespace {

class SgfParser {
 public:
  explicit SgfParser(std::string_view text) : text_(text) {}

  Result<SgfTree> parse() {
    skip_to_tree();
    if (at_ == text_.size()) return complain(at_, "no game: an SGF file begins with \"(;\"");
    // `open` holds, for every open parenthesis, the node to which the next sequence is attached.
    std::vector<std::size_t> open;
    std::size_t current = none;
    bool sequence_begun = true;  // a parenthesis must be followed by a node
    while (true) {
      skip_spaces();
      if (at_ == text_.size())
        return complain(at_, "the file ends inside a game: \")\" is missing");
      const char c = text_[at_];
      if (c == '(') {
        if (!sequence_begun) return complain(at_, "a variation begins with a node: \"(;\"");
        open.push_back(current);
        sequence_begun = false;
        ++at_;
      } else if (c == ';') {
        if (open.empty()) return complain(at_, "a node outside the parentheses");
        ++at_;
        const Result<std::size_t> node = parse_node(current);
        if (!node) return tl::unexpected<Error>(node.error());
        current = *node;
        sequence_begun = true;
      } else if (c == ')') {
        if (!sequence_begun) return complain(at_, "an empty variation \"()\"");
        current = open.back();
        open.pop_back();
        ++at_;
        if (open.empty()) return std::move(tree_);
      } else {
        return complain(at_, fmt::format("\"(\", \")\" or \";\" expected, not {}",
                                         quoted(text_.substr(at_, 1))));
      }
    }
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  tl::unexpected<Error> complain(std::size_t place, const std::string& what) const {
    return failure(fmt::format("SGF, {}: {}", place_in_text(text_, place), what), place);
  }

  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  // Mail headers and the like may precede the game.
  void skip_to_tree() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] != '(') continue;
      std::size_t next = at_ + 1;
      while (next < text_.size() && std::isspace(static_cast<unsigned char>(text_[next])) != 0)
        ++next;
      if (next < text_.size() && text_[next] == ';') return;
    }
  }

  Result<std::size_t> parse_node(std::size_t parent) {
    const std::size_t index = tree_.nodes.size();
    SgfNode node;
    node.parent = parent == none ? index : parent;
    node.place = at_;
    for (skip_spaces();
         at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0;
         skip_spaces()) {
      const std::size_t place = at_;
      SgfProperty property;
      // Old files write lower-case letters in names, which do not count (FF[3]: "Black" is B).
      for (; at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0;
           ++at_) {
        if (std::isupper(static_cast<unsigned char>(text_[at_])) != 0) property.name += text_[at_];
      }
      if (property.name.empty()) return complain(place, "a property's name has capital letters");
      for (skip_spaces(); at_ < text_.size() && text_[at_] == '['; skip_spaces()) {
        const std::size_t value_place = at_++;
        std::string value;
        if (!parse_value(value)) return complain(value_place, "the closing \"]\" is missing");
        property.values.push_back(std::move(value));
      }
      if (property.values.empty()) {
        return complain(
            at_, fmt::format("property {} has no value in brackets", property.name.substr(0, 20)));
      }
      node.properties.push_back(std::move(property));
    }
    tree_.nodes.push_back(std::move(node));
    if (parent != none) tree_.nodes[parent].children.push_back(index);
    return index;
  }

  bool parse_value(std::string& value) {
    for (; at_ < text_.size() && text_[at_] != ']'; ++at_) {
      if (text_[at_] != '\\') {
        value += text_[at_];
        continue;
      }
      if (++at_ == text_.size()) return false;
      // An escaped line break is none; any other escaped character is itself.
      if (text_[at_] == '\r' || text_[at_] == '\n') {
        const char other = text_[at_] == '\r' ? '\n' : '\r';
        if (at_ + 1 < text_.size() && text_[at_ + 1] == other) ++at_;
      } else {
        value += text_[at_];
      }
    }
    if (at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  SgfTree tree_;
};

void print_node(const SgfNode& node, std::string& text) {
  text += ';';
  for (const SgfProperty& property : node.properties) {
    text += property.name;
    for (const std::string& value : property.values) {
      text += '[';
      for (const char c : plain_text(value)) {
        if (c == ']' || c == '\\') text += '\\';
        text += c;
      }
      text += ']';
    }
  }
}

}  // namespace

Result<SgfTree> parse_sgf(std::string_view text) { return SgfParser(text).parse(); }

std::string print_sgf(const SgfTree& tree) {
  std::string text = "(";
  // Nodes still to print, with what precedes them; a closing parenthesis is an entry of its own.
  struct Item {
    std::size_t node;
    bool opens;
    bool closes;
  };
  std::vector<Item> todo{{0, false, false}};
  while (!todo.empty()) {
    const Item item = todo.back();
    todo.pop_back();
    if (item.closes) {
      text += ')';
      continue;
    }
    if (item.opens) text += "\n(";
    const SgfNode& node = tree.nodes[item.node];
    print_node(node, text);
    const bool branches = node.children.size() > 1;
    for (std::size_t i = node.children.size(); i-- > 0;) {
      if (branches) todo.push_back({0, false, true});
      todo.push_back({node.children[i], branches, false});
    }
  }
  return text + ")\n";
}

}  // namespace inarow
