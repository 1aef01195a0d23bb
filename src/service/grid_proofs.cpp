#include "service/grid_proofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "answer/codec.hpp"
#include "ask/tables.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "rules/notation.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t children_at_a_time = 50;
constexpr std::size_t jobs_shown = 20;
constexpr int jobs_at_a_broker = 16;
constexpr auto wait_for_a_job = std::chrono::milliseconds(50);

std::string text_of_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The numbers of a decided position are 0 and infinite.
Json number_json(grid::ProofNumber number) {
  return number >= grid::infinite ? Json(nullptr) : Json(number);
}

Answerable<int> whole_number(const nlohmann::json& json, const char* name, int otherwise, int least,
                             int most) {
  if (!json.contains(name)) return otherwise;
  const nlohmann::json& value = json[name];
  if (value.is_number_integer() && value >= least && value <= most) return value.get<int>();
  return bad_request(fmt::format("{} must be a whole number from {} to {}", name, least, most));
}

const char* words_of(grid::RunEnd end) {
  switch (end) {
    case grid::RunEnd::decided:
      return "decided";
    case grid::RunEnd::stopped:
      return "paused";
    case grid::RunEnd::full:
      return "full";
    case grid::RunEnd::unwatched:
      return "unwatched";
    case grid::RunEnd::nothing_left:
      break;
  }
  return "nothing-left";
}

}  // namespace

// One proof, running or not. What changes is under its lock; the search has its own.
class GridProofs::Proof {
 public:
  Proof(std::string id, std::string client, std::uint64_t number,
        std::unique_ptr<grid::WatchedSearch> search, MemoryPool::Lease memory)
      : id_(std::move(id)),
        client_(std::move(client)),
        number_(number),
        search_(std::move(search)),
        memory_(std::move(memory)) {}

  const std::string& id() const { return id_; }
  const std::string& client() const { return client_; }
  std::uint64_t number() const { return number_; }
  grid::WatchedSearch& search() { return *search_; }
  std::size_t memory_bytes() const { return memory_.bytes(); }

  std::shared_ptr<Task> task() {
    const std::lock_guard lock(mutex_);
    return task_;
  }
  bool runs() {
    const std::shared_ptr<Task> now = task();
    return now != nullptr && !now->finished();
  }
  // False: it runs already.
  bool set_task(const std::shared_ptr<Task>& task) {
    const std::lock_guard lock(mutex_);
    if (task_ != nullptr && !task_->finished()) return false;
    task_ = task;
    state_ = "running";
    trouble_.clear();
    return true;
  }
  // The threads that do its jobs here; none of a broker elsewhere.
  void set_broker(const grid::InlineBroker* broker, int threads) {
    const std::lock_guard lock(mutex_);
    broker_ = broker;
    threads_ = threads;
  }
  void end(std::string state, std::string trouble, Json certificate) {
    const std::lock_guard lock(mutex_);
    state_ = std::move(state);
    trouble_ = std::move(trouble);
    if (!certificate.is_null()) certificate_ = std::move(certificate);
  }

  Json json() {
    const grid::JobLevelStatus status = search_->status();
    const GameSpec& spec = search_->start().spec();
    Json line = Json::array();
    for (const Move& move : status.line) line.push_back(format_move(spec, move));
    Json json{{"id", id_},
              {"game", spec.to_string()},
              {"moves", format_moves(spec, search_->start().moves())},
              {"for", name_of(search_->attacker())},
              {"proof", number_json(status.numbers.proof)},
              {"disproof", number_json(status.numbers.disproof)},
              {"positions", status.nodes},
              {"jobs", status.totals.jobs},
              {"running", status.running},
              {"refused", status.totals.refused},
              {"given_up", status.given_up},
              {"job_seconds", status.totals.seconds},
              {"line", std::move(line)}};
    const std::lock_guard lock(mutex_);
    const bool on = task_ != nullptr && !task_->finished();
    json["state"] = !on ? state_ : task_->running() ? "running" : "waiting";
    json["trouble"] = trouble_.empty() ? status.trouble : trouble_;
    Json jobs = Json::array();
    if (broker_ != nullptr) {
      for (const grid::JobLine& job : broker_->jobs(jobs_shown)) {
        jobs.push_back({{"key", job.key},
                        {"state", name_of(job.state)},
                        {"priority", job.priority},
                        {"worker", job.worker},
                        {"seconds", job.seconds}});
      }
    }
    json["job_list"] = std::move(jobs);
    json["threads"] = threads_;
    json["winner"] = status.numbers.proof == 0      ? Json(name_of(search_->attacker()))
                     : status.numbers.disproof == 0 ? Json(name_of(opponent(search_->attacker())))
                                                    : Json(nullptr);
    json["certificate"] = certificate_;
    return json;
  }

 private:
  const std::string id_;
  const std::string client_;
  const std::uint64_t number_;
  const std::unique_ptr<grid::WatchedSearch> search_;
  const MemoryPool::Lease memory_;
  std::mutex mutex_;
  std::shared_ptr<Task> task_;
  const grid::InlineBroker* broker_ = nullptr;  // of the task that runs
  int threads_ = 0;
  std::string state_ = "paused";
  std::string trouble_;
  Json certificate_;
};

// Does jobs of a proof that runs. It has a slot of its own, so that the queue decides whether there
// is a core for it.
class GridProofs::HelpTask final : public Task {
 public:
  HelpTask(ProofPointer proof, std::shared_ptr<grid::InlineBroker> broker, const Work& work,
           double seconds)
      : Task(seconds), proof_(std::move(proof)), broker_(std::move(broker)), work_(work) {
    work_.stop = &stop();
  }

 private:
  void run() override {
    try {
      while (!stop().stopped() && broker_->help(work_, wait_for_a_job)) {
      }
    } catch (const std::exception&) {
      notify();  // the job is another's now, and the proof goes on without this helper
    }
  }

  const ProofPointer proof_;  // whose memory it takes
  const std::shared_ptr<grid::InlineBroker> broker_;
  Work work_;
};

// One run of a proof, until it is decided, paused, or has had its time.
class GridProofs::RunTask final : public Task {
 public:
  RunTask(ProofPointer proof, GridProofs& proofs, std::string client, double seconds)
      : Task(seconds),
        proof_(std::move(proof)),
        proofs_(proofs),
        client_(std::move(client)),
        seconds_(seconds) {}

 private:
  void run() override {
    try {
      const grid::RunEnd end = work();
      proof_->end(words_of(end), "", end == grid::RunEnd::decided ? certificate() : Json());
    } catch (const std::bad_alloc&) {
      proof_->end("failed", "the server is out of memory", Json());
    } catch (const std::exception& error) {
      proof_->end("failed", error.what(), Json());
    }
  }

  grid::RunEnd work() {
    const GridLimits& limits = proofs_.limits_;
    const grid::WatchedRun run{
        .stop = &stop(),
        .most_nodes = std::min(limits.most_nodes, proof_->memory_bytes() / 2 / limits.node_bytes),
        .unwatched_seconds = limits.unwatched_seconds};
    if (!proofs_.tools_.broker.url.empty()) {
      const Result<std::unique_ptr<grid::JobBroker>> broker = grid::connect_broker(
          {.address = proofs_.tools_.broker, .stop = &stop()}, proof_->search().name());
      if (!broker) throw std::runtime_error(broker.error().message);
      return proof_->search().run(**broker, run);
    }
    const int threads = proofs_.tools_.threads;
    const auto broker = std::make_shared<grid::InlineBroker>(work_of(threads));
    std::vector<std::shared_ptr<Task>> helpers;
    const std::shared_ptr<void> done(nullptr, [&](void*) {
      proof_->set_broker(nullptr, 0);
      broker->close();
      for (const std::shared_ptr<Task>& helper : helpers) proofs_.tools_.queue.cancel(helper);
    });
    for (int i = 1; i < threads; ++i) {
      auto helper = std::make_shared<HelpTask>(proof_, broker, work_of(threads), seconds_);
      if (proofs_.tools_.queue.submit(client_, helper) != Admission::accepted) break;
      helpers.push_back(std::move(helper));
    }
    proof_->set_broker(broker.get(), 1 + static_cast<int>(helpers.size()));
    return proof_->search().run(*broker, run);
  }

  // With its part of what so many threads share.
  Work work_of(int threads = 1) const {
    return {.tables = &proofs_.tools_.tables,
            .stop = &stop(),
            .memory_bytes = program_bytes + thread_bytes +
                            proof_->memory_bytes() / 2 / static_cast<std::size_t>(threads)};
  }

  // Written, and put on the shelf.
  Json certificate() {
    const ScratchFolder folder;
    const std::string file = folder.file("proof.cert");
    Result<ProofReport> report = proof_->search().write(file, work_of());
    if (!report) throw std::runtime_error(report.error().message);
    if (report->ending != ProofEnding::written) return {};
    if (report->bytes > proofs_.tools_.certificate_bytes) {
      throw std::runtime_error(
          fmt::format("the certificate has {} bytes, more than the {} that are handed out here",
                      report->bytes, proofs_.tools_.certificate_bytes));
    }
    Result<std::string> bytes = read_whole_file(file);
    if (!bytes) throw std::runtime_error(bytes.error().message);
    report->file = "proof.cert";
    Json json = Json::parse(proof_json(proof_->search().start(), *report));
    json["id"] = proofs_.tools_.shelf.store(std::move(*bytes));
    return json;
  }

  const ProofPointer proof_;
  GridProofs& proofs_;
  const std::string client_;
  const double seconds_;
};

GridProofs::GridProofs(const Tools& tools, const GridLimits& limits)
    : tools_(tools), limits_(limits) {}
GridProofs::~GridProofs() = default;

Answerable<GridProofs::ProofPointer> GridProofs::find(const std::string& body,
                                                      std::initializer_list<const char*> fields,
                                                      nlohmann::json* read) {
  const Result<nlohmann::json> json = read_object(body, fields);
  if (!json) return bad_request(json.error());
  const Result<std::string> id = text_of(*json, "id", "\"3f9c...\"");
  if (!id) return bad_request(id.error());
  if (read != nullptr) *read = *json;
  const std::lock_guard lock(mutex_);
  const auto found = proofs_.find(*id);
  if (found == proofs_.end()) return refused(404, "there is no such proof here, or no more");
  return found->second;
}

bool GridProofs::make_room(const std::string& client) {
  const auto is_full = [&] {
    const auto his = std::count_if(proofs_.begin(), proofs_.end(),
                                   [&](const auto& one) { return one.second->client() == client; });
    return proofs_.size() >= limits_.proofs || static_cast<std::size_t>(his) >= limits_.of_a_client;
  };
  while (is_full()) {
    auto oldest = proofs_.end();
    for (auto one = proofs_.begin(); one != proofs_.end(); ++one) {
      if (one->second->runs() || one->second->client() != client) continue;
      if (oldest == proofs_.end() || one->second->number() < oldest->second->number()) oldest = one;
    }
    if (oldest == proofs_.end()) return false;
    proofs_.erase(oldest);
  }
  return true;
}

Answerable<std::string> GridProofs::start(const std::string& body, const std::string& client) {
  const Result<nlohmann::json> json =
      read_object(body, {"game", "moves", "for", "order", "job_seconds", "priority", "seconds"});
  if (!json) return bad_request(json.error());
  const Result<Game> game = position_of(*json);
  if (!game) return bad_request(game.error());
  const Result<std::string> side = text_of(*json, "for", "\"first\"");
  if (!side) return bad_request(side.error());
  if (!side->empty() && *side != "first" && *side != "second") {
    return bad_request("for must be \"first\" or \"second\": who is to be shown to win");
  }
  const Answerable<int> order = whole_number(*json, "order", 2, 1, 4);
  if (!order) return tl::unexpected<Refusal>(order.error());
  const Answerable<int> priority = whole_number(*json, "priority", 5, 0, 9);
  if (!priority) return tl::unexpected<Refusal>(priority.error());
  const Result<double> seconds = seconds_of(*json, tools_.limits);
  if (!seconds) return bad_request(seconds.error());
  double job_seconds = 1;
  if (json->contains("job_seconds")) {
    const nlohmann::json& value = (*json)["job_seconds"];
    job_seconds = value.is_number() ? value.get<double>() : 0;
    if (!(job_seconds >= 0.05 && job_seconds <= 60)) {
      return bad_request("job_seconds must be a number from 0.05 to 60");
    }
  }
  grid::JobLevelOptions options;
  options.job_seconds = job_seconds;
  options.order = *order;
  options.priority = *priority;
  options.parallel = tools_.broker.url.empty() ? tools_.threads : jobs_at_a_broker;
  const Player attacker = side->empty()      ? game->to_move()
                          : *side == "first" ? Player::first
                                             : Player::second;
  Result<std::unique_ptr<grid::WatchedSearch>> search =
      grid::WatchedSearch::open(*game, attacker, options);
  if (!search) return bad_request(search.error());
  ProofPointer proof;
  {
    const std::lock_guard lock(mutex_);
    if (!make_room(client)) {
      return refused(503, "as many proofs run already as there may; pause one and ask again");
    }
    const std::string id = grid::random_name();
    proof = std::make_shared<Proof>(id, client, ++clock_, std::move(*search),
                                    tools_.memory.take(limits_.memory_bytes, 4));
    proofs_.emplace(id, proof);
  }
  Answerable<std::string> answer = run(proof, client, *seconds);
  if (!answer) {
    const std::lock_guard lock(mutex_);
    proofs_.erase(proof->id());
  }
  return answer;
}

Answerable<std::string> GridProofs::run(const ProofPointer& proof, const std::string& client,
                                        double seconds) {
  const auto task = std::make_shared<RunTask>(proof, *this, client, seconds);
  if (!proof->set_task(task)) return text_of_json(proof->json());
  if (tools_.queue.submit(client, task) != Admission::accepted) {
    proof->end("paused", "too much is asked of the server at the moment", Json());
    return refused(503, "too many questions are waiting; ask again later");
  }
  return text_of_json(proof->json());
}

Answerable<std::string> GridProofs::status(const std::string& body) {
  const Answerable<ProofPointer> proof = find(body, {"id"});
  if (!proof) return tl::unexpected<Refusal>(proof.error());
  Json json = (*proof)->json();
  Json workers = Json::array();
  if (!tools_.broker.url.empty()) {
    const std::lock_guard lock(nats_mutex_);
    if (!nats_) {
      const Result<grid::BrokerAddress> address = grid::read_address(tools_.broker);
      if (!address) return refused(500, address.error().message);
      nats_ = std::make_unique<grid::NatsBroker>(
          grid::NatsOptions{.address = *address, .connect_seconds = 3, .patience = 3});
    }
    const grid::BrokerStatus status = nats_->view()->status();
    for (const grid::WorkerLine& worker : status.workers) {
      workers.push_back({{"name", worker.name},
                         {"host", worker.host},
                         {"job", worker.job},
                         {"done", worker.done},
                         {"refused", worker.refused},
                         {"last_seen", worker.last_seen}});
    }
  } else if ((*proof)->runs()) {
    workers.push_back({{"name", grid::InlineBroker::worker_name},
                       {"host", ""},
                       {"job", ""},
                       {"done", json["jobs"]},
                       {"refused", json["refused"]},
                       {"last_seen", 0}});
  }
  json["workers"] = std::move(workers);
  return text_of_json(json);
}

Answerable<std::string> GridProofs::node(const std::string& body) {
  nlohmann::json json;
  const Answerable<ProofPointer> proof = find(body, {"id", "node", "from"}, &json);
  if (!proof) return tl::unexpected<Refusal>(proof.error());
  const Answerable<int> id = whole_number(json, "node", 0, 0, 1'000'000'000);
  if (!id) return tl::unexpected<Refusal>(id.error());
  const Answerable<int> from = whole_number(json, "from", 0, 0, 1'000'000'000);
  if (!from) return tl::unexpected<Refusal>(from.error());
  const std::optional<grid::NodeView> view = (*proof)->search().look(
      static_cast<grid::NodeId>(*id), static_cast<std::size_t>(*from), children_at_a_time);
  if (!view) return refused(404, "the tree has no such position");
  const GameSpec& spec = (*proof)->search().start().spec();
  const auto winner = [](const std::optional<Player>& player) {
    return player ? Json(name_of(*player)) : Json(nullptr);
  };
  Json children = Json::array();
  for (const grid::NodeView::Child& child : view->shown) {
    children.push_back({{"node", child.id},
                        {"move", format_move(spec, child.move)},
                        {"proof", number_json(child.numbers.proof)},
                        {"disproof", number_json(child.numbers.disproof)},
                        {"winner", winner(child.winner)},
                        {"cut", child.cut},
                        {"working", child.working},
                        {"children", child.children}});
  }
  return text_of_json({{"id", (*proof)->id()},
                       {"node", view->id},
                       {"parent", view->parent ? Json(*view->parent) : Json(nullptr)},
                       {"moves", format_moves(spec, view->moves)},
                       {"attacker_to_move", view->attacker_to_move},
                       {"proof", number_json(view->numbers.proof)},
                       {"disproof", number_json(view->numbers.disproof)},
                       {"winner", winner(view->winner)},
                       {"expanded", view->expanded},
                       {"working", view->working},
                       {"children", view->children},
                       {"shown", std::move(children)}});
}

Answerable<std::string> GridProofs::pause(const std::string& body) {
  const Answerable<ProofPointer> proof = find(body, {"id"});
  if (!proof) return tl::unexpected<Refusal>(proof.error());
  if (const std::shared_ptr<Task> task = (*proof)->task()) tools_.queue.cancel(task);
  return text_of_json((*proof)->json());
}

Answerable<std::string> GridProofs::forget(const std::string& body) {
  const Answerable<ProofPointer> proof = find(body, {"id"});
  if (!proof) return tl::unexpected<Refusal>(proof.error());
  if (const std::shared_ptr<Task> task = (*proof)->task()) tools_.queue.cancel(task);
  const std::lock_guard lock(mutex_);
  proofs_.erase((*proof)->id());
  return text_of_json({{"id", (*proof)->id()}, {"forgotten", true}});
}

Answerable<std::string> GridProofs::resume(const std::string& body, const std::string& client) {
  nlohmann::json json;
  const Answerable<ProofPointer> proof = find(body, {"id", "seconds"}, &json);
  if (!proof) return tl::unexpected<Refusal>(proof.error());
  const Result<double> seconds = seconds_of(json, tools_.limits);
  if (!seconds) return bad_request(seconds.error());
  return run(*proof, client, *seconds);
}

Answerable<std::string> GridProofs::list() {
  std::vector<ProofPointer> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, proof] : proofs_) all.push_back(proof);
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a->number() > b->number(); });
  Json list = Json::array();
  for (const ProofPointer& proof : all) list.push_back(proof->json());
  return text_of_json({{"broker", !tools_.broker.url.empty()}, {"proofs", std::move(list)}});
}

}  // namespace inarow::service
