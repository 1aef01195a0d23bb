#if defined(__GNUC__) && !defined(__clang__)
// With sanitizers g++ 12 warns of boost::optional inside of Beast, which is wrong.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "service/listener.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/string_body.hpp>
#include <limits>
#include <thread>
#include <vector>

#include "service/large_share.hpp"
#include "service/room.hpp"

namespace inarow::service {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using net::ip::tcp;
using namespace std::chrono_literals;

constexpr std::size_t buffer_bytes = std::size_t{64} << 10;  // of a connection, at most
constexpr std::size_t ahead_bytes = std::size_t{16}
                                    << 10;  // of requests that come before the answer
constexpr std::size_t look_bytes = 1024;    // what is read of a request at first
constexpr std::size_t piece_bytes = std::size_t{64} << 10;  // what is written at a time
constexpr int system_bytes = 128 * 1024;                    // each way, in the system's buffers
constexpr auto linger_time = 2s;  // in which a refused client may hear why
constexpr std::size_t linger_bytes = std::size_t{32} << 20;  // and say, which is not kept
constexpr auto accept_again = 50ms;  // when the system has no descriptor left

constexpr const char* common_headers =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Content-Security-Policy: default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n";

// Of what is done to a connection that is going anyway, or that goes on as well without it.
void forget(const error_code&) {}

// Whom connections of an address are counted for: in version 6, a whole network is one client's.
std::string client_of(const tcp::socket& socket) {
  error_code error;
  const tcp::endpoint peer = socket.remote_endpoint(error);
  if (error) return "";
  const net::ip::address address = peer.address();
  if (address.is_v4() || address.is_loopback()) return address.to_string();
  net::ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) {
    return net::ip::make_address_v4(net::ip::v4_mapped, v6).to_string();
  }
  net::ip::address_v6::bytes_type bytes = v6.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return net::ip::make_address_v6(bytes).to_string() + "/64";
}

class Connection;

// What all connections share.
struct Shared {
  RequestHandler& handler;
  ListenerLimits limits;
  Room<Connection> room;
  std::atomic<std::size_t> large_taken{0};

  // Nothing for what is small; null if the others have taken it all.
  std::optional<LargeShare> take(std::size_t bytes) {
    if (bytes < limits.large) return LargeShare();
    if (large_taken + bytes > limits.large_bytes) return std::nullopt;
    return LargeShare(large_taken, bytes);
  }
};

// One connection. Everything in it happens on its strand, one thing after another.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, std::string address, Shared& shared)
      : shared_(shared),
        address_(std::move(address)),
        socket_(std::move(socket)),
        deadline_(socket_.get_executor()),
        again_(socket_.get_executor()) {}
  ~Connection() { shared_.room.leave(this); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    post([this] { await_request(); });
  }
  // There is no room for it, and there are busy ones only.
  void turn_away() {
    post([this] {
      keep_ = false;
      lingered_ = linger_bytes;
      send(shared_.handler.complaint(503));
    });
  }
  void evict() {
    post([this] { close(); });
  }

 private:
  enum class State { idle, arriving, answering, writing, lingering, closed };

  template <class Function>
  void post(Function function) {
    net::post(socket_.get_executor(), [self = shared_from_this(), function] { function(); });
  }
  // The handler of an operation: keeps the connection alive, and is not called when it is closed.
  template <class Function>
  auto then(Function function) {
    return [self = shared_from_this(), function](error_code error, auto... rest) {
      if (self->state_ != State::closed) function(error, rest...);
    };
  }

  void set_deadline(std::chrono::milliseconds time) {
    deadline_.expires_after(time);
    deadline_.async_wait([weak = weak_from_this()](error_code error) {
      const auto self = weak.lock();
      if (error || !self || self->state_ == State::closed) return;
      if (self->deadline_.expiry() > std::chrono::steady_clock::now()) return;
      self->time_is_up();
    });
  }
  void time_is_up() {
    if (state_ == State::answering) return;
    if (state_ != State::arriving) return close();
    too_slow_ = true;
    error_code ignored;
    forget(socket_.cancel(ignored));
  }

  // Bytes are looked for before a request, and while one is answered: who closes the connection
  // does not wait for the answer any more.
  void watch() {
    if (watching_) return;
    watching_ = true;
    socket_.async_read_some(buffer_.prepare(look_bytes),
                            then([this](error_code error, std::size_t bytes) {
                              watching_ = false;
                              saw(error, bytes);
                            }));
  }
  void saw(error_code error, std::size_t bytes) {
    if (!error) buffer_.commit(bytes);
    if (state_ == State::idle) {
      const bool asked = buffer_.size() > 0;
      return asked ? read_head() : close();
    }
    if (error) return close();
    if (state_ == State::lingering) return linger();
    if (buffer_.size() < ahead_bytes) watch();
  }

  void await_request() {
    state_ = State::idle;
    shared_.room.set_idle(this, true);
    set_deadline(shared_.limits.idle_time);
    if (buffer_.size() == 0) return watch();
    if (!watching_) return read_head();
    error_code ignored;  // saw() goes on
    forget(socket_.cancel(ignored));
  }

  void read_head() {
    state_ = State::arriving;
    set_deadline(shared_.limits.request_time);
    head_.emplace();
    head_->header_limit(static_cast<std::uint32_t>(shared_.limits.head_bytes));
    head_->body_limit(std::numeric_limits<std::uint64_t>::max());  // of the body, later
    http::async_read_header(socket_, buffer_, *head_, then([this](error_code error, std::size_t) {
                              error ? refuse(error) : look_at_head();
                            }));
  }

  // Of a request that could not be read.
  void refuse(error_code error) {
    keep_ = false;
    if (too_slow_) return send(shared_.handler.complaint(408));
    if (error == http::error::end_of_stream || error == http::error::partial_message ||
        error.category() == boost::system::system_category() ||
        error.category() == net::error::get_misc_category()) {
      return close();
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return send(shared_.handler.complaint(431));
    }
    send(shared_.handler.complaint(error == http::error::body_limit ? 413 : 400));
  }

  void look_at_head() {
    const auto& fields = head_->get();
    keep_ = fields.keep_alive();
    one_point_one_ = fields.version() >= 11;
    without_body_ = fields.method() == http::verb::head;
    const auto text = [&](http::field name) { return std::string(fields[name]); };
    RequestHead& head = request_.head;
    const std::string target(fields.target());
    head = {.host = text(http::field::host),
            .origin = text(http::field::origin),
            .authorization = text(http::field::authorization),
            .method = std::string(fields.method_string()),
            .path = target.substr(0, target.find('?')),
            .address = address_,
            .content_type = text(http::field::content_type),
            .accept_encoding = text(http::field::accept_encoding),
            .forwarded_for = std::string(fields["X-Forwarded-For"])};
    const auto count = static_cast<std::size_t>(std::distance(fields.begin(), fields.end()));
    if (count > shared_.limits.headers) return refuse_with(shared_.handler.complaint(431));
    if (fields.count(http::field::host) > 1 ||
        (head_->chunked() && fields.count(http::field::content_length) > 0)) {
      return refuse_with(shared_.handler.complaint(400));
    }
    // Nobody needs them, and a few bytes could become many.
    const std::string encoding = text(http::field::content_encoding);
    if (!encoding.empty() && encoding != "identity") {
      return refuse_with(shared_.handler.complaint(415));
    }
    auto admitted = shared_.handler.admit(head);
    if (auto* refusal = std::get_if<Response>(&admitted)) return refuse_with(std::move(*refusal));
    prepare_body(std::get<std::size_t>(admitted));
  }
  void refuse_with(Response response) {
    // What has not arrived will not be read.
    if (!head_->is_done()) keep_ = false;
    send(std::move(response));
  }

  void prepare_body(std::size_t most) {
    const boost::optional<std::uint64_t> declared = head_->content_length_remaining();
    if (head_->is_done() || (declared && *declared == 0)) {
      request_.body.clear();
      return answer();
    }
    if (most == 0 || (declared && *declared > most)) {
      return refuse_with(shared_.handler.complaint(413));
    }
    std::optional<LargeShare> share =
        shared_.take(declared ? static_cast<std::size_t>(*declared) : most);
    if (!share) return refuse_with(shared_.handler.complaint(503));
    large_in_ = std::move(*share);
    const bool expected = boost::beast::iequals(head_->get()[http::field::expect], "100-continue");
    body_.emplace(std::move(*head_));
    body_->body_limit(most);
    if (!expected) return read_body();
    net::async_write(
        socket_, net::buffer(std::string_view("HTTP/1.1 100 Continue\r\n\r\n")),
        then([this](error_code error, std::size_t) { error ? close() : read_body(); }));
  }

  void read_body() {
    http::async_read(socket_, buffer_, *body_, then([this](error_code error, std::size_t) {
                       if (error) return refuse(error);
                       request_.body = std::move(body_->get().body());
                       answer();
                     }));
  }

  void answer() {
    state_ = State::answering;
    shared_.room.set_idle(this, false);
    deadline_.cancel();
    head_.reset();
    body_.reset();
    Reply reply = answer_or_complaint();
    if (auto* response = std::get_if<Response>(&reply)) return send(std::move(*response));
    pending_ = std::move(std::get<std::unique_ptr<PendingAnswer>>(reply));
    release_buffer();
    watch();
    pending_->begin(
        [weak = weak_from_this(), executor = socket_.get_executor(), posted = looking_] {
          // Many calls, one look.
          if (posted->exchange(true)) return;
          try {
            net::post(executor, [weak, posted] {
              *posted = false;
              if (const auto self = weak.lock()) self->look();
            });
          } catch (const std::bad_alloc&) {
            *posted = false;  // it looks again by itself
          }
        });
    look();
  }
  Reply answer_or_complaint() {
    try {
      return shared_.handler.answer(std::move(request_));
    } catch (const std::exception&) {
      keep_ = false;
      return shared_.handler.complaint(500);
    }
  }

  // Tells the client what is new, unless it has not taken yet what was.
  void look() {
    if (state_ != State::answering || !pending_) return;
    PendingAnswer::News news = pending_->look();
    if (news.again) {
      again_.expires_after(*news.again);
      again_.async_wait([weak = weak_from_this()](error_code error) {
        const auto self = weak.lock();
        if (!error && self) self->look();
      });
    }
    if (news.response && !news.response->streamed) {
      pending_.reset();
      return send(std::move(*news.response));
    }
    std::string text;
    if (news.response) {
      if (!one_point_one_) keep_ = false;
      text = head_of(*news.response);
    }
    if (!news.text.empty()) text += chunk(news.text);
    if (news.last && one_point_one_) text += "0\r\n\r\n";
    if (news.last) pending_.reset();
    if (text.empty() && !news.last) return;
    write_text(std::move(text));
  }
  std::string chunk(const std::string& text) const {
    return one_point_one_ ? fmt::format("{:x}\r\n{}\r\n", text.size(), text) : text;
  }

  void write_text(std::string text) {
    state_ = State::writing;
    set_deadline(shared_.limits.write_time);
    out_ = std::move(text);
    net::async_write(socket_, net::buffer(out_), then([this](error_code error, std::size_t) {
                       if (error) return close();
                       out_.clear();
                       if (!pending_) return after_answer();
                       state_ = State::answering;
                       deadline_.cancel();
                       look();
                     }));
  }

  std::string head_of(const Response& response) const {
    const auto reason = http::obsolete_reason(static_cast<http::status>(response.status));
    std::string text =
        fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\n{}", response.status,
                    std::string_view(reason.data(), reason.size()), response.type, common_headers);
    for (const auto& [name, value] : response.headers) {
      text += fmt::format("{}: {}\r\n", name, value);
    }
    if (!response.streamed) {
      text += fmt::format("Content-Length: {}\r\n", response.body ? response.body->size() : 0);
    } else if (one_point_one_) {
      text += "Transfer-Encoding: chunked\r\n";
    }
    text += keep_ ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
    return text;
  }

  void send(Response response) {
    state_ = State::writing;
    const std::size_t size = response.body ? response.body->size() : 0;
    std::optional<LargeShare> share = shared_.take(size);
    if (!share) {
      response = shared_.handler.complaint(503);
      share.emplace();
    }
    large_out_ = std::move(*share);
    out_ = head_of(response);
    sending_ = without_body_ ? nullptr : std::move(response.body);
    sent_ = 0;
    write_piece();
  }
  void write_piece() {
    set_deadline(shared_.limits.write_time);
    const std::size_t left = sending_ ? sending_->size() - sent_ : 0;
    const std::size_t piece = std::min(left, piece_bytes);
    const std::array<net::const_buffer, 2> buffers{
        net::buffer(out_), net::const_buffer(sending_ ? sending_->data() + sent_ : nullptr, piece)};
    net::async_write(socket_, buffers, then([this, piece](error_code error, std::size_t) {
                       if (error) return close();
                       out_.clear();
                       sent_ += piece;
                       if (sending_ && sent_ < sending_->size()) return write_piece();
                       sending_ = nullptr;
                       after_answer();
                     }));
  }

  void after_answer() {
    large_in_ = {};
    large_out_ = {};
    again_.cancel();
    head_.reset();
    body_.reset();
    request_ = {};
    release_buffer();
    if (keep_) return await_request();
    if (lingered_ >= linger_bytes) return close();
    state_ = State::lingering;
    shared_.room.set_idle(this, true);
    set_deadline(linger_time);
    error_code ignored;
    forget(socket_.shutdown(tcp::socket::shutdown_send, ignored));
    if (!watching_) linger();
  }
  // A connection that is closed before its client has spoken loses the answer.
  void linger() {
    buffer_.clear();
    socket_.async_read_some(buffer_.prepare(ahead_bytes),
                            then([this](error_code error, std::size_t bytes) {
                              lingered_ += bytes;
                              error || lingered_ > linger_bytes ? close() : linger();
                            }));
  }

  void release_buffer() {
    if (buffer_.size() == 0 && !watching_) buffer_.shrink_to_fit();
    out_.shrink_to_fit();
  }

  void close() {
    state_ = State::closed;
    pending_.reset();
    deadline_.cancel();
    again_.cancel();
    error_code ignored;
    forget(socket_.shutdown(tcp::socket::shutdown_both, ignored));
    forget(socket_.close(ignored));
    shared_.room.leave(this);
  }

  Shared& shared_;
  const std::string address_;
  tcp::socket socket_;
  net::steady_timer deadline_;
  net::steady_timer again_;  // when a pending answer is looked at again
  State state_ = State::idle;
  bool watching_ = false;
  bool too_slow_ = false;
  bool keep_ = true;
  bool one_point_one_ = true;
  bool without_body_ = false;
  boost::beast::flat_buffer buffer_{buffer_bytes};
  std::optional<http::request_parser<http::empty_body>> head_;
  std::optional<http::request_parser<http::string_body>> body_;
  Request request_;
  std::unique_ptr<PendingAnswer> pending_;
  std::shared_ptr<std::atomic<bool>> looking_ = std::make_shared<std::atomic<bool>>(false);
  std::string out_;  // what is being written
  Bytes sending_;    // the body after it
  std::size_t sent_ = 0;
  std::size_t lingered_ = 0;
  LargeShare large_in_;
  LargeShare large_out_;
};

// As many as the system allows, with some left for files.
std::size_t descriptors_for_connections() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 512;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  constexpr rlim_t others = 128;
  return static_cast<std::size_t>(limit.rlim_cur > 2 * others ? limit.rlim_cur - others
                                                              : limit.rlim_cur / 2);
}

}  // namespace

class Listener::Impl {
 public:
  Impl(RequestHandler& handler, const ListenerLimits& limits)
      : limits_(limits),
        places_(std::min(limits.connections, descriptors_for_connections())),
        shared_{handler, limits, {places_, std::min(limits.connections_per_address, places_)}},
        acceptor_(net::make_strand(io_)),
        pause_(acceptor_.get_executor()) {}

  ~Impl() { shared_.room.drive_out_idle(); }

  Result<int> bind(const std::string& host, int port) {
    error_code error;
    tcp::resolver resolver(io_);
    const auto found = resolver.resolve(
        host, std::to_string(port), tcp::resolver::passive | tcp::resolver::numeric_service, error);
    if (error || found.empty()) return failure(fmt::format("there is no address {}", host));
    const tcp::endpoint endpoint = *found.begin();
    try {
      acceptor_.open(endpoint.protocol());
      // Not SO_REUSEPORT: two servers on one port would share its requests.
      acceptor_.set_option(tcp::acceptor::reuse_address(true));
      // Connections have them from here. The system's own choice grows to megabytes.
      acceptor_.set_option(net::socket_base::send_buffer_size(system_bytes));
      acceptor_.set_option(net::socket_base::receive_buffer_size(system_bytes));
      acceptor_.bind(endpoint);
      acceptor_.listen(net::socket_base::max_listen_connections);
    } catch (const boost::system::system_error& failed) {
      return failure(failed.code().message());
    }
    return acceptor_.local_endpoint().port();
  }

  void run() {
    accept();
    std::vector<std::thread> others;
    for (int i = 1; i < limits_.threads; ++i) others.emplace_back([this] { serve(); });
    serve();
    for (std::thread& thread : others) thread.join();
  }

  void close_doors() {
    net::post(acceptor_.get_executor(), [this] {
      error_code ignored;
      forget(acceptor_.close(ignored));
      pause_.cancel();
    });
    shared_.room.drive_out_idle();
  }

  void stop() { io_.stop(); }

 private:
  // Whatever a handler throws ends its connection, and nothing else.
  void serve() {
    while (!io_.stopped()) {
      try {
        io_.run();
        return;
      } catch (const std::exception&) {
        continue;
      }
    }
  }

  void accept() {
    acceptor_.async_accept(net::make_strand(io_), [this](error_code error, tcp::socket socket) {
      if (!acceptor_.is_open()) return;
      if (error) return accept_later();
      try {
        welcome(std::move(socket));
      } catch (const std::bad_alloc&) {
        return accept_later();
      }
      accept();
    });
  }
  void accept_later() {
    pause_.expires_after(accept_again);
    pause_.async_wait([this](error_code) {
      if (acceptor_.is_open()) accept();
    });
  }
  void welcome(tcp::socket socket) {
    error_code ignored;
    forget(socket.set_option(tcp::no_delay(true), ignored));
    const std::string address = client_of(socket);
    const auto connection = std::make_shared<Connection>(std::move(socket), address, shared_);
    shared_.room.enter(connection, address) ? connection->start() : connection->turn_away();
  }

  const ListenerLimits limits_;
  const std::size_t places_;
  Shared shared_;
  // Connections hang on its operations; they go before what they use.
  net::io_context io_;
  tcp::acceptor acceptor_;
  net::steady_timer pause_;
};

Listener::Listener(RequestHandler& handler, const ListenerLimits& limits)
    : impl_(std::make_unique<Impl>(handler, limits)) {}
Listener::~Listener() = default;
Result<int> Listener::bind(const std::string& host, int port) { return impl_->bind(host, port); }
void Listener::run() { impl_->run(); }
void Listener::close_doors() { impl_->close_doors(); }
void Listener::stop() { impl_->stop(); }

}  // namespace inarow::service
