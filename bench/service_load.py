"""Load on inarow serve: many idle streams, and beside them requests whose answers are known.

    bench/service_load.py build/release/bin/inarow [--streams 200] [--seconds 5] [--connections 4]

Prints requests a second and the time of the slowest per cent. Needs nothing but Python; the clients are processes of
this script and share the cores with the server."""

import argparse
import json
import multiprocessing
import signal
import socket
import subprocess
import time

QUESTION = {"game": "connect4", "moves": "4455", "score": True, "all_moves": True}
LONG = {"game": "drop:9x8", "score": True, "all_moves": True, "seconds": 600}


def request(path, body):
    text = json.dumps(body).encode()
    head = (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(text)}\r\n\r\n")
    return head.encode() + text


def read_answer(connection, rest):
    """One response with a Content-Length; returns its status and what was read beyond it."""
    while b"\r\n\r\n" not in rest:
        rest += connection.recv(65536)
    head, rest = rest.split(b"\r\n\r\n", 1)
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    while len(rest) < length:
        rest += connection.recv(65536)
    return int(head.split()[1]), rest[length:]


def ask_for(port, seconds, results):
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    question, times, rest = request("/api/solve", QUESTION), [], b""
    end = time.monotonic() + seconds
    while (begin := time.monotonic()) < end:
        connection.sendall(question)
        status, rest = read_answer(connection, rest)
        assert status == 200
        times.append(time.monotonic() - begin)
    results.put(times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--connections", type=int, default=4)
    options = parser.parse_args()
    # One thread works on the streams' analyses, as long as they last; all but one or two of them wait.
    server = subprocess.Popen([options.program, "serve", "--port", "0", "--no-open", "--json", "--threads", "1",
                               "--streams", str(options.streams + 100), "--queue", str(options.streams + 100),
                               "--connections", str(2 * options.streams + 100)],
                              stdout=subprocess.PIPE, text=True)
    port = int(json.loads(server.stdout.readline())["address"].split(":")[2].split("/")[0])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request("/api/solve", QUESTION))
        read_answer(connection, b"")
    streams = []
    for i in range(options.streams):
        # A client is an address, and may let 64 questions wait.
        stream = socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.{1 + i // 12800}.{1 + i // 60 % 250}", 0))
        stream.sendall(request("/api/analyse", LONG))
        streams.append(stream)
    held = sum(b" 200 " in stream.recv(64) for stream in streams)
    results = multiprocessing.Queue()
    clients = [multiprocessing.Process(target=ask_for, args=(port, options.seconds, results))
               for _ in range(options.connections)]
    for client in clients:
        client.start()
    times = sorted(time for _ in clients for time in results.get())
    for client in clients:
        client.join()
    with open(f"/proc/{server.pid}/status") as file:
        memory = next(line.split()[1] for line in file if line.startswith("VmRSS"))
    print(f"{held} of {options.streams} streams held; {len(times) / options.seconds:.0f} requests a second; "
          f"half within {1000 * times[len(times) // 2]:.2f} ms, 99 % within {1000 * times[len(times) * 99 // 100]:.2f} ms; "
          f"{int(memory) // 1024} MB")
    begin = time.monotonic()
    server.send_signal(signal.SIGTERM)
    code = server.wait(timeout=30)
    print(f"stopped with {code} after {time.monotonic() - begin:.2f} s")


if __name__ == "__main__":
    main()
