#include "service/http_server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "ask/tables.hpp"
#include "book/installed.hpp"
#include "service/answer_cache.hpp"
#include "service/certificate_tasks.hpp"
#include "service/deadline_server.hpp"
#include "service/file_requests.hpp"
#include "service/page_files.hpp"
#include "service/position_requests.hpp"
#include "service/question_task.hpp"
#include "service/rules_task.hpp"
#include "service/strategy_task.hpp"

namespace inarow::service {
namespace {

using namespace std::chrono_literals;
using Clock = Ticker::Clock;
using Json = nlohmann::ordered_json;

constexpr const char* json_type = "application/json";
constexpr const char* bytes_type = "application/octet-stream";
constexpr std::size_t shelf_bytes = std::size_t{64} << 20;  // of certificates that are kept
constexpr auto look_again = 50ms;       // how soon a client's leaving is noticed
constexpr auto tell_progress = 250ms;   // between two progress events
constexpr auto ping_every = 15s;        // so that proxies keep a silent stream open
constexpr auto request_patience = 10s;  // in which a whole request has to arrive
constexpr auto look_at_stop = 10ms;
constexpr auto time_for_goodbyes = 3s;

void set_error(httplib::Response& response, int status, const std::string& message) {
  response.status = status;
  response.set_content(
      Json{{"error", message}}.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
      json_type);
}

RequestHead head_of(const httplib::Request& request) {
  return {request.get_header_value("Host"), request.get_header_value("Origin"),
          request.get_header_value("Authorization")};
}

std::string sentence_for(int status) {
  switch (status) {
    case 400:
      return "the request is not proper HTTP";
    case 404:
      return "there is nothing at this address; see docs/formats/http.md";
    case 413:
      return "the request is too large";
    case 414:
      return "the address is too long";
    default:
      return "the request cannot be answered";
  }
}

std::string event(const char* name, const std::string& json) {
  return fmt::format("event: {}\ndata: {}\n\n", name, json);
}

// A task also wakes who waits for other news.
bool finishes_within(Task& task, Clock::duration time) {
  const Clock::time_point end = Clock::now() + time;
  while (!task.wait_finished(5ms)) {
    if (Clock::now() >= end) return false;
  }
  return true;
}

// One of the places for long answers, as long as it lives.
class Place {
 public:
  Place(std::atomic<int>& taken, int places) : taken_(taken), granted_(taken++ < places) {}
  ~Place() { --taken_; }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  bool granted() const { return granted_; }

 private:
  std::atomic<int>& taken_;
  bool granted_;
};

}  // namespace

class HttpServer::Impl {
 public:
  explicit Impl(const ServerOptions& options)
      : options_(options),
        page_(options.page_folder),
        tables_({.table_bytes = options.table_bytes, .kept_games = 4, .kept_players = 16}),
        cache_(20000),
        shelf_(data_folder(), shelf_bytes),
        queue_(options.queue),
        server_(request_patience) {
    const int threads = options.streams + 64;
    server_.new_task_queue = [threads] {
      return new httplib::ThreadPool(static_cast<std::size_t>(threads));
    };
    // Not SO_REUSEPORT, the library's choice: two servers on one port would share its requests.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_tcp_nodelay(true);
    // The largest that any request may have; read_body() knows the limit of each.
    server_.set_payload_max_length(options.certificate_bytes);
    server_.set_read_timeout(5);
    server_.set_write_timeout(5);
    // A connection that is kept open holds a thread.
    server_.set_keep_alive_timeout(2);
    server_.set_keep_alive_max_count(100000);
    server_.set_default_headers(
        {{"X-Content-Type-Options", "nosniff"},
         {"Referrer-Policy", "no-referrer"},
         {"Cross-Origin-Resource-Policy", "same-origin"},
         {"Content-Security-Policy",
          "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
          "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"}});
    server_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty())
        set_error(response, response.status, sentence_for(response.status));
    });
    server_.set_exception_handler(
        [](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
          set_error(response, 500, "the server failed on this request");
        });
    add_routes();
  }

  Result<int> bind() {
    const int port = options_.port == 0 ? server_.bind_to_any_port(options_.access.host)
                     : server_.bind_to_port(options_.access.host, options_.port) ? options_.port
                                                                                 : -1;
    if (port < 0) {
      return failure(
          fmt::format("cannot listen on {} port {}; is another server running there? "
                      "--port 0 takes any free port",
                      options_.access.host, options_.port));
    }
    return port;
  }

  void run(const StopToken& stop) {
    std::optional<Clock::time_point> patience;  // until when streams may say goodbye
    bool closed = false;
    Ticker::Handle guard = Ticker::every(look_at_stop, [&] {
      if (closed || !stop.stopped()) return;
      // Every task stops and every stream sends what is known; then the connections close.
      if (!patience) {
        queue_.shut_down();
        patience = Clock::now() + time_for_goodbyes;
      }
      if (places_ > 0 && Clock::now() < *patience) return;
      // The library forgets a stop that comes before it listens.
      if (!server_.is_running()) return;
      server_.stop();
      closed = true;
    });
    server_.listen_after_bind();
    guard.cancel();
    queue_.shut_down();
  }

  bool has_page() const { return page_.built(); }

 private:
  using Handler = std::function<void(const httplib::Request&, httplib::Response&)>;
  using ReadQuestion = Result<Question>(const std::string&, const RequestLimits&);

  void add_routes() {
    server_.Get("/api/version", [this](const auto& request, auto& response) {
      if (refused(request, response)) return;
      response.set_content(Json{{"version", INAROW_VERSION}}.dump() + "\n", json_type);
    });
    add_answered("/api/solve", read_solve_request);
    add_answered("/api/explain", read_explain_request);
    add_answered("/api/defenses", read_defenses_request);
    add_answered("/api/move", read_move_request);
    add_watched("/api/analyse", read_solve_request);
    add_watched("/api/prove", read_prove_request);
    add_replied("/api/show", show_reply);
    add_replied("/api/setup", setup_reply);
    add_replied("/api/rules", rules_reply);
    add_replied("/api/sgf/read", read_sgf_reply);
    add_replied("/api/sgf/write", write_sgf_reply);
    add_replied("/api/strategy", [this](const std::string& body) {
      return strategy_reply(body, options_.requests, tables_);
    });
    add_replied("/api/check", [this](const std::string& body) {
      return check_reply(body, options_.requests, shelf_);
    });
    add_replied("/api/certificate/node",
                [this](const std::string& body) { return node_reply(body, shelf_); });
    add_certificate_routes();
    server_.Get("/.*",
                [this](const auto& request, auto& response) { send_file(request, response); });
  }

  void add_certificate_routes() {
    add_reading_post(
        "/api/certificate",
        [this](const auto& request, auto& response) {
          response.set_content(opened_json(request.body, shelf_) + "\n", json_type);
        },
        bytes_type, "send the file's bytes, with Content-Type: application/octet-stream",
        options_.certificate_bytes);
    server_.Get("/api/certificates", [this](const auto& request, auto& response) {
      if (!refused(request, response)) {
        response.set_content(shipped_json(shelf_) + "\n", json_type);
      }
    });
    server_.Get("/api/certificate/([a-z0-9-]+)", [this](const auto& request, auto& response) {
      if (refused(request, response)) return;
      const CertificateShelf::Bytes bytes = shelf_.find(request.matches[1]);
      if (!bytes) return set_error(response, 404, "there is no such certificate here, or no more");
      response.set_content(*bytes, bytes_type);
    });
  }

  // A question that is answered by one object.
  void add_answered(const char* path, ReadQuestion* read) {
    add_post(path, [this, read](const auto& request, auto& response) {
      Result<Question> question = read(request.body, options_.requests);
      if (!question) return set_error(response, 400, question.error().message);
      if (const auto known = cache_.find(cache_key(*question))) {
        return response.set_content(*known + "\n", json_type);
      }
      send_answer(request, response, task_for(std::move(*question)));
    });
  }

  // A question whose answering is told as a stream of events.
  void add_watched(const char* path, ReadQuestion* read) {
    add_post(path, [this, read](const auto& request, auto& response) {
      Result<Question> question = read(request.body, options_.requests);
      if (!question) return set_error(response, 400, question.error().message);
      stream_events(request, response, task_for(std::move(*question)));
    });
  }

  // Anything else that is answered by one object.
  void add_replied(const char* path,
                   std::function<Answerable<Reply>(const std::string&)> reply_to) {
    add_post(path, [this, reply_to](const auto& request, auto& response) {
      const Answerable<Reply> reply = reply_to(request.body);
      if (!reply) return set_error(response, reply.error().status, reply.error().message);
      if (reply->later) return send_answer(request, response, reply->later);
      response.set_content(reply->now + "\n", json_type);
    });
  }

  std::shared_ptr<QuestionTask> task_for(Question question) {
    return std::make_shared<QuestionTask>(
        std::move(question), Resources{.tables = tables_,
                                       .cache = cache_,
                                       .shelf = shelf_,
                                       .table_bytes = options_.table_bytes,
                                       .certificate_bytes = options_.certificate_bytes});
  }

  void add_post(const char* path, const Handler& handler) {
    add_reading_post(path, handler, json_type, "send JSON, with Content-Type: application/json",
                     options_.request_bytes);
    server_.Get(path, [](const auto&, auto& response) {
      response.set_header("Allow", "POST");
      set_error(response, 405, "ask this with POST and a JSON object; see docs/formats/http.md");
    });
  }

  // Bodies are read after the head was looked at: a request that is refused takes no memory.
  void add_reading_post(const char* path, const Handler& handler, const char* type, const char* how,
                        std::size_t max_bytes) {
    server_.Post(path, [=, this](const httplib::Request& request, httplib::Response& response,
                                 const httplib::ContentReader& reader) {
      // A form of another page could send text/plain without the browser's asking first.
      const bool right_type = request.get_header_value("Content-Type").rfind(type, 0) == 0;
      const bool unwanted = refused(request, response) || !right_type;
      httplib::Request whole = request;
      whole.body.clear();
      const bool complete = read_body(request, reader, unwanted ? 0 : max_bytes, whole.body);
      if (!right_type && response.body.empty()) set_error(response, 415, how);
      if (unwanted) return;
      if (!complete) return set_error(response, 413, sentence_for(413));
      handler(whole, response);
    });
  }

  // False if there is more than `max_bytes`; the rest is read all the same, for a connection that
  // is closed before its client has spoken loses the answer.
  static bool read_body(const httplib::Request& request, const httplib::ContentReader& reader,
                        std::size_t max_bytes, std::string& body) {
    bool fits = true;
    const auto receive = [&](const char* data, std::size_t size) {
      fits = fits && body.size() + size <= max_bytes;
      if (fits) body.append(data, size);
      return true;
    };
    if (request.is_multipart_form_data()) {
      reader([](const httplib::MultipartFormData&) { return true; }, receive);
      return false;
    }
    return reader(receive) && fits;
  }

  bool refused(const httplib::Request& request, httplib::Response& response) const {
    const auto refusal = refuse_request(options_.access, head_of(request));
    if (refusal) set_error(response, refusal->status, refusal->message);
    return refusal.has_value();
  }

  void send_file(const httplib::Request& request, httplib::Response& response) const {
    if (const auto refusal = refuse_origin(options_.access, head_of(request))) {
      return set_error(response, refusal->status, refusal->message);
    }
    const PageFile* file = page_.find(request.path);
    if (file == nullptr) return set_error(response, 404, sentence_for(404));
    response.set_header("Cache-Control",
                        file->lasting ? "public, max-age=31536000, immutable" : "no-cache");
    // Compressed when the page was built: the library would do it anew for everybody, and take most
    // of a second for it.
    if (!file->packed.empty()) {
      response.set_header("Vary", "Accept-Encoding");
      if (accepts_brotli(request.get_header_value("Accept-Encoding"))) {
        response.set_header("Content-Encoding", "br");
        // Not set_content(), which the library would compress once more.
        response.set_content_provider(
            file->packed.size(), file->type,
            [file](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
              return sink.write(file->packed.data() + offset, length);
            });
        return;
      }
    }
    response.set_content(file->contents, file->type);
  }

  // Clients share by their address; on the loopback, where all have the same, by the name that a
  // client may give itself.
  std::string client_of(const httplib::Request& request) const {
    if (!is_loopback(request.remote_addr)) return request.remote_addr;
    return request.remote_addr + " " + request.get_header_value("X-Inarow-Client").substr(0, 64);
  }

  // A place and a turn for the task, or a complaint and null.
  std::shared_ptr<Place> admit(const httplib::Request& request, httplib::Response& response,
                               const std::shared_ptr<Task>& task) {
    auto place = std::make_shared<Place>(places_, options_.streams);
    Admission admission = Admission::queue_full;
    if (place->granted()) admission = queue_.submit(client_of(request), task);
    switch (admission) {
      case Admission::accepted:
        return place;
      case Admission::stopping:
        set_error(response, 503, "the server is stopping");
        break;
      case Admission::share_full:
        response.set_header("Retry-After", "1");
        set_error(response, 429,
                  fmt::format("{} of your questions are waiting already; ask again when some are "
                              "answered",
                              options_.queue.waiting_per_client));
        break;
      case Admission::queue_full:
        response.set_header("Retry-After", "2");
        set_error(response, 503, "too many questions are waiting; ask again later");
        break;
    }
    return nullptr;
  }

  // Sends the answer when it is there. The response begins at once, which lets the server see that
  // the client has gone, and cancel the task.
  void send_answer(const httplib::Request& request, httplib::Response& response,
                   const std::shared_ptr<AnswerTask>& task) {
    const std::shared_ptr<Place> place = admit(request, response, task);
    if (!place) return;
    // What takes no time needs no stream, and can have a status.
    if (finishes_within(*task, look_again)) {
      response.status = task->status();
      return response.set_content(task->answer() + "\n", json_type);
    }
    response.set_chunked_content_provider(
        json_type,
        [task](std::size_t, httplib::DataSink& sink) {
          if (!sink.is_writable()) return false;
          if (!task->wait_finished(look_again)) return true;
          const std::string text = task->answer() + "\n";
          if (!sink.write(text.data(), text.size())) return false;
          sink.done();
          return true;
        },
        [this, task, place](bool) { queue_.cancel(task); });
  }

  void stream_events(const httplib::Request& request, httplib::Response& response,
                     const std::shared_ptr<QuestionTask>& task) {
    const std::shared_ptr<Place> place = admit(request, response, task);
    if (!place) return;
    struct Told {
      std::size_t moves = 0;
      Clock::time_point progress = Clock::now();
      Clock::time_point ping = Clock::now();
      std::string state;
    };
    response.set_header("Cache-Control", "no-store");
    response.set_chunked_content_provider(
        "text/event-stream",
        [task, told = std::make_shared<Told>()](std::size_t, httplib::DataSink& sink) {
          if (!sink.is_writable()) return false;
          const bool finished = task->wait_finished(look_again);
          std::string text;
          for (const std::string& move : task->new_moves(told->moves)) text += event("move", move);
          const Clock::time_point now = Clock::now();
          if (finished) {
            text += event(task->failed() ? "failed" : "done", task->answer());
          } else if (now - told->progress > tell_progress) {
            std::string state = task->progress();
            told->progress = now;
            // A waiting task has nothing new to say.
            if (task->started() || told->state != state) text += event("progress", state);
            told->state = std::move(state);
          }
          if (text.empty() && now - told->ping > ping_every) text = ": ping\n\n";
          if (!text.empty()) {
            told->ping = now;
            if (!sink.write(text.data(), text.size())) return false;
          }
          if (finished) sink.done();
          return true;
        },
        [this, task, place](bool) { queue_.cancel(task); });
  }

  ServerOptions options_;
  PageFiles page_;
  Tables tables_;
  AnswerCache cache_;
  CertificateShelf shelf_;
  std::atomic<int> places_{0};
  TaskQueue queue_;
  DeadlineServer server_;
};

HttpServer::HttpServer(const ServerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
HttpServer::~HttpServer() = default;
Result<int> HttpServer::bind() { return impl_->bind(); }
void HttpServer::run(const StopToken& stop) { impl_->run(stop); }
bool HttpServer::has_page() const { return impl_->has_page(); }

}  // namespace inarow::service
