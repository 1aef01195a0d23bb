#pragma once

// Requests and responses as the routes see them; what is on the wire is the listener's business.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace inarow::service {

// Headers are empty if they are missing.
struct RequestHead {
  std::string host = {};
  std::string origin = {};
  std::string authorization = {};
  std::string method = {};
  std::string path = {};     // without what follows a "?"
  std::string address = {};  // where it comes from, in numbers
  std::string content_type = {};
  std::string accept_encoding = {};
  std::string forwarded_for = {};
};

struct Request {
  RequestHead head;
  std::string body;
};

// A body may be shared: files of the page and certificates are sent without a copy.
using Bytes = std::shared_ptr<const std::string>;

struct Response {
  int status = 200;
  std::string type = "application/json";
  Bytes body = {};                                                // null: empty
  std::vector<std::pair<std::string, std::string>> headers = {};  // besides those that all have
  bool streamed = false;  // the body comes in pieces, as long as there are some
};

inline Bytes bytes_of(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

// An answer that is not there yet. It goes away when it was sent or its client has gone.
class PendingAnswer {
 public:
  virtual ~PendingAnswer() = default;

  // `changed` may be called from any thread and at any time, also when the object is gone.
  virtual void begin(std::function<void()> changed) = 0;

  struct News {
    std::optional<Response> response;                     // once
    std::string text = {};                                // the next piece of a streamed one
    bool last = false;                                    // of its pieces
    std::optional<std::chrono::milliseconds> again = {};  // look after so long at the latest
  };
  // What has happened since it was looked at last.
  virtual News look() = 0;
};

using Reply = std::variant<Response, std::unique_ptr<PendingAnswer>>;

// Who answers the listener's requests. Called from several threads.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;
  // Looks at the head of a request, before any of its body is read: a refusal, or the most bytes
  // that the body may have.
  virtual std::variant<Response, std::size_t> admit(const RequestHead& head) = 0;
  // Answers a whole request, soon.
  virtual Reply answer(Request request) = 0;
  // What is said to a request that cannot be read, with this status.
  virtual Response complaint(int status) = 0;
};

}  // namespace inarow::service
