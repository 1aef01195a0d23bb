"""The grid end to end, with a NATS server and workers of its own: workers that are killed, hang or are told to end, jobs
that kill their workers, brokers that are not there, refuse or are of another version."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
DEPLOY = pathlib.Path(__file__).resolve().parent.parent / "deploy"
SERVER = shutil.which("nats-server", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/bin")
EASY = {"game": "drop:5x4", "moves": ""}
LONG = {"game": "drop:9x8", "moves": "", "seconds": 120}
LEASE = 1.5


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@unittest.skipIf(SERVER is None, "there is no nats-server on this machine (apt-get install nats-server)")
class WithServer(unittest.TestCase):
    configuration = ""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.processes = []
        (self.folder / "nats.conf").write_text(
            f'listen: "127.0.0.1:{self.port}"\nlog_file: "{self.folder}/nats.log"\n'
            f'jetstream {{ store_dir: "{self.folder}/store" }}\n' + self.configuration)
        self.start_server()

    def tearDown(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.communicate()
        self.scratch.cleanup()

    def start(self, *command, **options):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
        self.processes.append(process)
        return process

    def start_server(self):
        self.server = self.start(SERVER, "-c", str(self.folder / "nats.conf"))
        for _ in range(100):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        self.fail("nats-server does not start")

    def worker(self, name, *arguments, threads=1):
        with open(self.folder / (name + ".log"), "w") as log:
            process = subprocess.Popen([PROGRAM, "worker", "--broker", self.url, "--name", name, "--threads", str(threads),
                                        "--memory", "200", *arguments], stdout=subprocess.DEVNULL, stderr=log)
        self.processes.append(process)
        return process

    def log(self, name):
        return (self.folder / (name + ".log")).read_text()

    def grid(self, *arguments, code=0):
        result = subprocess.run([PROGRAM, "grid", *arguments, "--broker", self.url], capture_output=True, text=True,
                                timeout=60)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def look(self, action):
        return json.loads(self.grid(action, "--json").stdout)

    def ask(self, *questions, client="asker"):
        """A client that waits for the answers."""
        file = self.folder / (client + ".jsonl")
        file.write_text("".join(json.dumps(question) + "\n" for question in questions))
        return self.start(PROGRAM, "grid", "ask", str(file), "--client", client, "--lease", str(LEASE), "--broker",
                          self.url)

    def answers(self, process, code=0):
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, code, out + err)
        return [json.loads(line) for line in out.splitlines()]

    def wait_for(self, condition, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if condition():
                return
            time.sleep(0.05)
        self.fail("it did not happen")


class Grid(WithServer):
    def test_questions_are_answered_by_workers(self):
        self.worker("one", threads=2)
        asked = [dict(EASY, moves=str(i)) for i in range(1, 6)]
        lines = self.answers(self.ask(*asked))
        self.assertEqual(len(lines), 5)
        for line in lines:
            direct = subprocess.run([PROGRAM, "solve", EASY["game"], line["question"]["moves"], "--json"],
                                    capture_output=True, text=True)
            self.assertEqual(line["answer"]["value"], json.loads(direct.stdout)["value"])
            self.assertIn(line["worker"], ("one-1", "one-2"))
        status = self.look("status")
        self.assertEqual((status["waiting"], status["leased"], status["finished"], status["parked"]), (0, 0, 0, 0))
        self.wait_for(lambda: sum(w["done"] for w in self.look("workers")["workers"]) == 5)
        self.assertIn("of asker (drop:5x4) done in", self.log("one"))
        self.assertIn("one-2", self.grid("workers").stdout)
        self.assertEqual(self.grid("jobs").stdout, "no jobs\n")

    def test_a_killed_worker_a_killed_server_and_a_killed_client(self):
        first = self.worker("first")
        client = self.ask(dict(EASY, moves="1"), dict(LONG, seconds=6))
        self.wait_for(lambda: "drop:9x8) begun" in self.log("first"))
        first.send_signal(signal.SIGKILL)
        self.worker("second")
        self.wait_for(lambda: "drop:9x8, delivery 2) begun" in self.log("second"))
        self.server.send_signal(signal.SIGKILL)
        self.server.wait()
        client.send_signal(signal.SIGKILL)
        time.sleep(1)
        self.start_server()
        lines = self.answers(self.ask(dict(EASY, moves="1"), dict(LONG, seconds=6)))
        self.assertEqual(len(lines), 2)
        self.assertIn("is back", self.log("second"))

    def test_a_worker_that_hangs_loses_its_job(self):
        first = self.worker("first")
        client = self.ask(dict(LONG, seconds=2.5))
        self.wait_for(lambda: "begun" in self.log("first"))
        first.send_signal(signal.SIGSTOP)
        self.worker("second")
        lines = self.answers(client)
        self.assertEqual(lines[0]["worker"], "second-1")
        self.assertEqual(lines[0]["deliveries"], 2)
        # It wakes up, finds its lease gone, and harms nobody.
        first.send_signal(signal.SIGCONT)
        self.wait_for(lambda: "given up" in self.log("first") or "done in" in self.log("first"))

    def test_a_job_that_kills_its_workers_is_parked(self):
        client = self.ask(LONG)
        for i in range(4):
            victim = self.worker(f"victim{i}")
            self.wait_for(lambda: "begun" in self.log(f"victim{i}"))
            victim.send_signal(signal.SIGKILL)
        self.worker("survivor")
        lines = self.answers(client, code=1)
        self.assertIn("delivered 4 times without an end", lines[0]["error"])
        self.assertNotIn("begun", self.log("survivor"))
        [job] = self.look("jobs")["jobs"]
        self.assertEqual((job["state"], job["client"], job["game"]), ("parked", "asker", "drop:9x8"))
        self.assertIn("delivered 4 times", self.grid("jobs").stdout)
        self.assertEqual(self.look("status")["parked"], 1)
        self.grid("retry", "nosuchkey", code=1)
        self.grid("retry", job["key"])
        self.wait_for(lambda: "begun" in self.log("survivor"))
        self.assertEqual(self.look("status")["parked"], 0)
        self.grid("cancel", "asker/" + job["key"])
        self.wait_for(lambda: "given up" in self.log("survivor"))

    def test_a_worker_that_is_told_to_end_hands_its_job_back(self):
        first = self.worker("first", "--grace", "0.2")
        client = self.ask(dict(LONG, seconds=2))
        self.wait_for(lambda: "begun" in self.log("first"))
        first.send_signal(signal.SIGTERM)
        self.assertEqual(first.wait(timeout=5), 0)
        self.assertIn("handed back", self.log("first"))
        self.worker("second", "--grace", "30")
        self.wait_for(lambda: "begun" in self.log("second"))
        self.processes[-1].send_signal(signal.SIGTERM)
        [line] = self.answers(client)
        self.assertEqual((line["worker"], line["deliveries"]), ("second-1", 1))
        self.assertEqual(self.processes[-1].wait(timeout=5), 0)
        self.assertIn("done in", self.log("second"))

    def test_a_broker_that_is_not_there(self):
        self.server.kill()
        self.server.wait()
        result = self.grid("status", code=4)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn("no broker answers at " + self.url, result.stderr)
        # A worker waits for it, and says so once.
        worker = self.worker("patient")
        self.wait_for(lambda: "trying again" in self.log("patient"))
        self.start_server()
        lines = self.answers(self.ask(EASY))
        self.assertEqual(lines[0]["worker"], "patient-1")
        self.assertEqual(self.log("patient").count("trying again"), 1)
        worker.send_signal(signal.SIGTERM)
        self.assertEqual(worker.wait(timeout=15), 0)

    def test_a_stream_of_another_version(self):
        stream = json.dumps({"name": "INAROW_JOBS", "subjects": ["inarow.job.>"], "storage": "memory",
                             "description": "inarow grid, schema 0"})
        with socket.create_connection(("127.0.0.1", self.port)) as s:
            s.sendall(f'CONNECT {{"verbose":false}}\r\nPUB $JS.API.STREAM.CREATE.INAROW_JOBS {len(stream)}\r\n{stream}\r\n'
                      'PING\r\n'.encode())
            said = b""
            while b"PONG" not in said:
                said += s.recv(4096)
        time.sleep(0.5)
        for command in (("worker",), ("grid", "status"), ("grid", "jobs"), ("grid", "ask", "/dev/null")):
            result = subprocess.run([PROGRAM, *command, "--broker", self.url], capture_output=True, text=True, timeout=60)
            self.assertEqual(result.returncode, 4, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
            self.assertIn("another version", result.stderr)

    def test_bad_input(self):
        for arguments, part in ((("status", "--broker", "http://x"), "write nats://HOST:PORT"),
                                (("cancel",), "needs keys"),
                                (("sit",), "ACTION")):
            result = subprocess.run([PROGRAM, "grid", *arguments], capture_output=True, text=True)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
            self.assertIn(part, result.stderr)
        result = subprocess.run([PROGRAM, "worker", "--name", "a b"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 2, result.stderr)

    def test_up_starts_a_broker_and_workers(self):
        port = free_port()
        folder = self.folder / "up"
        up = self.start(PROGRAM, "grid", "up", "--port", str(port), "--folder", str(folder), "--threads", "2",
                        "--lease", "1")
        self.assertIn("The broker is at", up.stdout.readline())
        self.url = f"nats://127.0.0.1:{port}"
        self.assertEqual(len(self.answers(self.ask(EASY))), 1)
        # A second one at the same port is refused.
        second = subprocess.run([PROGRAM, "grid", "up", "--port", str(port), "--folder", str(self.folder / "up2")],
                                capture_output=True, text=True, timeout=30)
        self.assertEqual(second.returncode, 4, second.stderr)
        self.assertIn("is another one at port", second.stderr)
        up.send_signal(signal.SIGINT)
        self.assertEqual(up.wait(timeout=20), 0)
        with socket.socket() as s:
            self.assertNotEqual(s.connect_ex(("127.0.0.1", port)), 0)


class Roles(WithServer):
    """The users of deploy/nats.conf."""

    @property
    def configuration(self):
        text = (DEPLOY / "nats.conf").read_text()
        return ('WORKER_PASSWORD: "w"\nCLIENT_PASSWORD: "c"\nOPERATOR_PASSWORD: "o"\n' +
                text[text.index("authorization {"):])

    def as_user(self, user, *arguments):
        file = self.folder / "credentials"
        file.write_text(user + "\n")
        return subprocess.run([PROGRAM, *arguments, "--broker", self.url, "--credentials", str(file)],
                              capture_output=True, text=True, timeout=60)

    def test_wrong_credentials(self):
        for command in (("worker",), ("grid", "status"), ("grid", "ask", "/dev/null")):
            for user in ("worker:wrong", "nobody:w", "token"):
                result = self.as_user(user, *command)
                self.assertEqual(result.returncode, 4, result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn("refuses these credentials", result.stderr)

    def test_a_worker_may_not_submit(self):
        questions = self.folder / "q.jsonl"
        questions.write_text(json.dumps(EASY))
        result = self.as_user("worker:w", "grid", "ask", str(questions))
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertIn("does not permit this user", result.stderr)
        self.assertEqual(self.as_user("client:c", "grid", "ask", "/dev/null").returncode, 0)
        self.assertEqual(self.as_user("operator:o", "grid", "status").returncode, 0)


if __name__ == "__main__":
    unittest.main(verbosity=1)
