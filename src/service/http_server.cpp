#include "service/http_server.hpp"

#include <fmt/format.h>

#include <atomic>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "ask/tables.hpp"
#include "book/installed.hpp"
#include "service/answer_cache.hpp"
#include "service/certificate_requests.hpp"
#include "service/file_requests.hpp"
#include "service/grid_proofs.hpp"
#include "service/late_answers.hpp"
#include "service/page_files.hpp"
#include "service/player_requests.hpp"
#include "service/position_requests.hpp"
#include "service/puzzle_requests.hpp"
#include "service/question_task.hpp"
#include "service/rules_requests.hpp"
#include "service/strategy_requests.hpp"

namespace inarow::service {
namespace {

using namespace std::chrono_literals;
using Clock = Ticker::Clock;

constexpr const char* json_type = "application/json";
constexpr const char* bytes_type = "application/octet-stream";
constexpr std::size_t shelf_bytes = std::size_t{64} << 20;  // of certificates that are kept
constexpr std::size_t cache_bytes = std::size_t{32} << 20;  // of answers that are kept
constexpr double short_seconds = FunctionTask::short_seconds;
constexpr auto look_at_stop = 10ms;
constexpr auto time_for_goodbyes = 3s;

Response text_response(std::string json) { return {.body = bytes_of(std::move(json) + "\n")}; }

Response error_response(int status, const std::string& message) {
  return {.status = status, .body = bytes_of(error_json(message) + "\n")};
}

std::string sentence_for(int status) {
  switch (status) {
    case 400:
      return "the request is not proper HTTP";
    case 404:
      return "there is nothing at this address; see docs/formats/http.md";
    case 408:
      return "the request did not arrive within its time";
    case 413:
      return "the request is too large";
    case 415:
      return "compressed requests are not read";
    case 431:
      return "the head of the request is too large";
    case 500:
      return "the server failed on this request";
    case 503:
      return "too much is asked of the server at the moment; ask again later";
    default:
      return "the request cannot be answered";
  }
}

}  // namespace

class HttpServer::Impl final : public RequestHandler {
 public:
  explicit Impl(const ServerOptions& options)
      : options_(options),
        page_(options.page_folder),
        tables_({.table_bytes = options.work_bytes / 8,
                 .all_bytes = options.work_bytes / 2,
                 .kept_games = 4,
                 .kept_players = 16,
                 .books = options.books,
                 .engines = options.engines,
                 .engines_at_once = options.queue.slots}),
        memory_(options.work_bytes / 8 * 3),
        cache_(cache_bytes),
        shelf_(data_folder(), shelf_bytes),
        queue_(options.queue),
        grid_({.tables = tables_,
               .memory = memory_,
               .shelf = shelf_,
               .queue = queue_,
               .limits = options.requests,
               .certificate_bytes = options.certificate_bytes,
               .broker = options.broker,
               .threads = options.queue.slots}),
        listener_(*this, options.listener) {
    add_routes();
  }
  // The tasks speak to the listener's connections, and these cancel their tasks when they go.
  ~Impl() override { queue_.end(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  Result<int> bind() {
    Result<int> port = listener_.bind(options_.access.host, options_.port);
    if (port) return port;
    return failure(
        fmt::format("cannot listen on {} port {} ({}); is another server running there? "
                    "--port 0 takes any free port",
                    options_.access.host, options_.port, port.error().message));
  }

  void run(const StopToken& stop) {
    std::optional<Clock::time_point> patience;  // until when streams may say goodbye
    Ticker::Handle guard = Ticker::every(look_at_stop, [&] {
      if (!stop.stop_requested()) return;
      // Every task stops and every stream sends what is known; then the connections close.
      if (!patience) {
        try {
          listener_.close_doors();
        } catch (const std::bad_alloc&) {
          return;  // until the next look, when somebody may have given some back
        }
        queue_.shut_down();
        patience = Clock::now() + time_for_goodbyes;
      }
      if (streams_ + answers_ == 0 || Clock::now() >= *patience) listener_.stop();
    });
    listener_.run();
    guard.cancel();
    queue_.shut_down();
  }

  bool has_page() const { return page_.built(); }

 private:
  using Answer = std::function<Reply(Request&&)>;
  struct Route {
    const char* type;       // of the body
    const char* how;        // to send it
    std::size_t max_bytes;  // of it
    Answer answer;
  };

  std::variant<Response, std::size_t> admit(const RequestHead& head) override {
    const bool get = head.method == "GET" || head.method == "HEAD";
    const bool for_all = get && head.path.rfind("/api/", 0) != 0;
    if (const auto refusal = for_all ? refuse_origin(options_.access, head)
                                     : refuse_request(options_.access, head)) {
      return error_response(refusal->status, refusal->message);
    }
    const auto posted = posts_.find(head.path);
    if (get) {
      if (posted == posts_.end()) return std::size_t{0};
      Response refusal =
          error_response(405, "ask this with POST and a JSON object; see docs/formats/http.md");
      refusal.headers.emplace_back("Allow", "POST");
      return refusal;
    }
    if (head.method != "POST") {
      Response refusal = error_response(405, "only GET and POST are answered");
      refusal.headers.emplace_back("Allow", "GET, POST");
      return refusal;
    }
    if (posted == posts_.end()) return complaint(404);
    // A form of another page could send text/plain without the browser's asking first.
    if (head.content_type.rfind(posted->second.type, 0) != 0) {
      return error_response(415, posted->second.how);
    }
    return posted->second.max_bytes;
  }

  Reply answer(Request request) override {
    const auto posted = posts_.find(request.head.path);
    if (request.head.method == "POST") return posted->second.answer(std::move(request));
    const std::string& path = request.head.path;
    constexpr std::string_view certificate = "/api/certificate/";
    if (path == "/api/version") return text_response(R"({"version":")" INAROW_VERSION R"("})");
    if (path == "/api/certificates") {
      return when_done(request.head,
                       std::make_shared<FunctionTask>(short_seconds, [this](const StopToken&) {
                         return Answerable<std::string>(shipped_json(shelf_));
                       }));
    }
    if (path == "/api/grid") {
      return when_done(request.head,
                       std::make_shared<FunctionTask>(
                           short_seconds, [this](const StopToken&) { return grid_.list(); }));
    }
    if (path.rfind(certificate, 0) == 0) {
      const CertificateShelf::Bytes bytes = shelf_.find(path.substr(certificate.size()));
      if (!bytes) return error_response(404, "there is no such certificate here, or no more");
      return Response{.type = bytes_type, .body = bytes};
    }
    return page_file(request.head);
  }

  Response complaint(int status) override {
    Response response = error_response(status, sentence_for(status));
    if (status == 503) response.headers.emplace_back("Retry-After", "2");
    return response;
  }

  void add_routes() {
    add_answered("/api/solve", read_solve_request);
    add_answered("/api/explain", read_explain_request);
    add_answered("/api/defenses", read_defenses_request);
    add_answered("/api/move", read_move_request);
    add_watched("/api/analyse", read_solve_request);
    add_watched("/api/why", read_why_request);
    add_watched("/api/prove", read_prove_request);
    const auto without_stop = [](auto reply) {
      return [reply](const std::string& body, const StopToken&) { return reply(body); };
    };
    add_replied("/api/players", short_seconds, [this](const std::string& body, const StopToken&) {
      return players_reply(body, tables_);
    });
    add_replied("/api/show", short_seconds, without_stop(show_reply));
    add_replied("/api/setup", short_seconds, without_stop(setup_reply));
    add_replied("/api/rules", short_seconds, without_stop(rules_reply));
    add_replied("/api/sgf/read", short_seconds, without_stop(read_sgf_reply));
    add_replied("/api/sgf/write", short_seconds, without_stop(write_sgf_reply));
    const double most = options_.requests.max_seconds;
    add_replied("/api/strategy", most, [this](const std::string& body, const StopToken& stop) {
      return strategy_reply(body, options_.requests, tables_, stop);
    });
    add_replied("/api/check", most, [this](const std::string& body, const StopToken& stop) {
      return check_reply(body, options_.requests, shelf_, stop);
    });
    add_replied("/api/certificate/node", short_seconds,
                [this](const std::string& body, const StopToken& stop) {
                  return node_reply(body, shelf_, stop);
                });
    add_puzzle_routes();
    add_book_routes();
    add_grid_routes();
    add_upload("/api/certificate", short_seconds, [this](std::string bytes, const StopToken&) {
      return Answerable<std::string>(opened_json(std::move(bytes), shelf_));
    });
  }

  void add_puzzle_routes() {
    const auto from_shelf = [this](auto reply) {
      return [this, reply](const std::string& body, const StopToken&) {
        return reply(body, puzzles_);
      };
    };
    const auto with_tools = [this](auto reply) {
      return [this, reply](const std::string& body, const StopToken& stop) {
        return reply(body, PuzzleTools{puzzles_, tables_, memory_}, stop);
      };
    };
    add_replied("/api/puzzles", short_seconds, from_shelf(puzzles_reply));
    add_replied("/api/puzzles/sheet", short_seconds, from_shelf(sheet_reply));
    add_replied("/api/puzzle", short_seconds, from_shelf(puzzle_reply));
    add_replied("/api/puzzle/rate", short_seconds, from_shelf(rate_reply));
    add_replied("/api/puzzle/try", options_.requests.default_seconds, with_tools(try_reply));
    add_replied("/api/puzzle/solution", options_.requests.default_seconds,
                with_tools(solution_reply));
  }

  BookTools book_tools() {
    return {tables_,
            memory_,
            shelf_,
            options_.growing,
            options_.book_files,
            options_.certificate_bytes};
  }

  void add_book_routes() {
    add_replied("/api/book", short_seconds, [this](const std::string& body, const StopToken&) {
      return book_reply(body, book_tools());
    });
    add_replied("/api/book/export", short_seconds,
                [this](const std::string& body, const StopToken& stop) {
                  return export_reply(body, book_tools(), stop);
                });
    add_replied("/api/book/extend", options_.requests.max_seconds,
                [this](const std::string& body, const StopToken& stop) {
                  return extend_reply(body, book_tools(), options_.requests, stop);
                });
    add_post("/api/book/grow", [this](Request&& request) {
      return in_events(request.head, std::make_shared<GrowthTask>(std::move(request.body),
                                                                  options_.requests, book_tools()));
    });
    for (const char* ending : {"sgf", "lib"}) {
      add_upload(fmt::format("/api/book/import/{}", ending), options_.requests.default_seconds,
                 [this, ending](std::string bytes, const StopToken& stop) {
                   return import_reply(bytes, ending, book_tools(), stop);
                 });
    }
  }

  void add_grid_routes() {
    const auto about_one = [this](
                               Answerable<std::string> (GridProofs::*reply)(const std::string&)) {
      return
          [this, reply](const std::string& body, const StopToken&) { return (grid_.*reply)(body); };
    };
    add_replied("/api/grid/status", short_seconds, about_one(&GridProofs::status));
    add_replied("/api/grid/node", short_seconds, about_one(&GridProofs::node));
    add_replied("/api/grid/pause", short_seconds, about_one(&GridProofs::pause));
    add_replied("/api/grid/forget", short_seconds, about_one(&GridProofs::forget));
    using Run = Answerable<std::string> (GridProofs::*)(const std::string&, const std::string&);
    const auto add_run = [this](const char* path, Run reply) {
      add_post(path, [this, reply](Request&& request) {
        return when_done(request.head,
                         std::make_shared<FunctionTask>(
                             short_seconds, [this, reply, body = std::move(request.body),
                                             client = client_of(request.head)](const StopToken&) {
                               return (grid_.*reply)(body, client);
                             }));
      });
    };
    add_run("/api/grid/start", &GridProofs::start);
    add_run("/api/grid/resume", &GridProofs::resume);
  }

  // A body that is the bytes of a file.
  using Upload = std::function<Answerable<std::string>(std::string, const StopToken&)>;
  void add_upload(const std::string& path, double seconds, const Upload& reply) {
    posts_[path] = {
        bytes_type, "send the file's bytes, with Content-Type: application/octet-stream",
        options_.certificate_bytes, [this, seconds, reply](Request&& request) {
          return when_done(
              request.head,
              std::make_shared<FunctionTask>(
                  seconds, [reply, bytes = std::move(request.body)](const StopToken& stop) mutable {
                    return reply(std::move(bytes), stop);
                  }));
        }};
  }

  void add_post(const char* path, Answer answer) {
    posts_[path] = {json_type, "send JSON, with Content-Type: application/json",
                    options_.request_bytes, std::move(answer)};
  }

  // A question that is answered by one object.
  void add_answered(const char* path, ReadQuestion* read) {
    add_post(path, [this, read](Request&& request) -> Reply {
      const std::string key = request.head.path + " " + request.body;
      if (auto known = cache_.find(key)) return text_response(std::move(*known));
      return when_done(request.head, task_for(std::move(request.body), read, key));
    });
  }

  // A question whose answering is told as a stream of events.
  void add_watched(const char* path, ReadQuestion* read) {
    add_post(path, [this, read](Request&& request) -> Reply {
      return in_events(request.head, task_for(std::move(request.body), read, ""));
    });
  }
  Reply in_events(const RequestHead& head, std::shared_ptr<WatchedTask> task) {
    auto place = std::make_unique<Place>(streams_);
    if (streams_ > options_.streams) return complaint(503);
    return answer_in_events(std::move(task), queue_, std::move(place), turn_of(head));
  }

  // Anything else that is answered by one object.
  using Function = std::function<Answerable<std::string>(const std::string&, const StopToken&)>;
  void add_replied(const char* path, double seconds, const Function& reply) {
    add_post(path, [this, seconds, reply](Request&& request) {
      return when_done(request.head,
                       std::make_shared<FunctionTask>(
                           seconds, [reply, body = std::move(request.body)](const StopToken& stop) {
                             return reply(body, stop);
                           }));
    });
  }

  std::shared_ptr<QuestionTask> task_for(std::string body, ReadQuestion* read, std::string key) {
    return std::make_shared<QuestionTask>(std::move(body), read, options_.requests,
                                          Resources{.tables = tables_,
                                                    .cache = cache_,
                                                    .shelf = shelf_,
                                                    .memory = memory_,
                                                    .certificate_bytes = options_.certificate_bytes,
                                                    .verbatim_key = std::move(key)});
  }

  Reply when_done(const RequestHead& head, std::shared_ptr<AnswerTask> task) {
    return answer_when_done(std::move(task), queue_, std::make_unique<Place>(answers_),
                            turn_of(head));
  }

  // Clients share by the address of their connection. A header would say what its writer likes;
  // only a proxy's is believed, when there is said to be one.
  std::string client_of(const RequestHead& head) const {
    if (!options_.behind_proxy || !is_loopback(head.address)) return head.address;
    const std::size_t last = head.forwarded_for.find_last_of(", ");
    const std::string name =
        last == std::string::npos ? head.forwarded_for : head.forwarded_for.substr(last + 1);
    return name.empty() ? head.address : "proxied " + name.substr(0, 64);
  }

  Submit turn_of(const RequestHead& head) {
    return [this, client = client_of(head)](const std::shared_ptr<Task>& task) {
      return submit(client, task);
    };
  }

  // A turn for the task, or why there is none.
  std::optional<Response> submit(const std::string& client, const std::shared_ptr<Task>& task) {
    switch (queue_.submit(client, task)) {
      case Admission::accepted:
        return std::nullopt;
      case Admission::stopping:
        return error_response(503, "the server is stopping");
      case Admission::share_full: {
        Response response = error_response(
            429, fmt::format("{} of your questions are waiting already; ask again when some are "
                             "answered",
                             options_.queue.waiting_per_client));
        response.headers.emplace_back("Retry-After", "1");
        return response;
      }
      case Admission::queue_full:
        break;
    }
    Response response = error_response(503, "too many questions are waiting; ask again later");
    response.headers.emplace_back("Retry-After", "2");
    return response;
  }

  Response page_file(const RequestHead& head) {
    const PageFile* file = page_.find(head.path);
    if (file == nullptr) return complaint(404);
    Response response{.type = file->type, .body = file->contents};
    response.headers.emplace_back(
        "Cache-Control", file->lasting ? "public, max-age=31536000, immutable" : "no-cache");
    // Compressed when the page was built.
    if (file->packed) {
      response.headers.emplace_back("Vary", "Accept-Encoding");
      if (accepts_brotli(head.accept_encoding)) {
        response.headers.emplace_back("Content-Encoding", "br");
        response.body = file->packed;
      }
    }
    return response;
  }

  const ServerOptions options_;
  PageFiles page_;
  Tables tables_;
  MemoryPool memory_;
  AnswerCache cache_;
  CertificateShelf shelf_;
  PuzzleShelf puzzles_;
  std::map<std::string, Route> posts_;
  std::atomic<int> streams_{0};  // that are open
  std::atomic<int> answers_{0};  // in the making
  TaskQueue queue_;
  GridProofs grid_;
  Listener listener_;  // its connections hold tasks and are counted
};

HttpServer::HttpServer(const ServerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
HttpServer::~HttpServer() = default;
Result<int> HttpServer::bind() { return impl_->bind(); }
void HttpServer::run(const StopToken& stop) { impl_->run(stop); }
bool HttpServer::has_page() const { return impl_->has_page(); }

}  // namespace inarow::service
