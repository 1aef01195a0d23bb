"""An engine that plays the first free cells or columns, and misbehaves as it is told.

fake_engine.py PROTOCOL [BEHAVIOUR[:N]]   at its N-th move (1 unless given) it
    crash     ends with exit code 3 and a complaint      hang      says nothing any more
    garbage   says what is no move                       cheat     plays on a taken cell
    late      takes 2.5 s                                flood     writes without end
    memory    takes two gigabytes                        backwards plays the last free cells (no fault)
at the start
    mute      does not answer to greetings               simple    knows new and move only (connect6)
    missing   ends at once                               orphan    leaves a child that holds its output
"""

import json
import subprocess
import sys
import time

protocol = sys.argv[1]
behaviour, _, number = (sys.argv[2] if len(sys.argv) > 2 else "good").partition(":")
number = int(number or 1)
moves = 0


def say(text):
    print(text, flush=True)


def misbehave(bad_move):
    """True if the move has been seen to."""
    global moves
    moves += 1
    if moves != number:
        return False
    if behaviour == "crash":
        print("assertion failed: i < 5", file=sys.stderr, flush=True)
        sys.exit(3)
    if behaviour == "hang":
        time.sleep(1000)
    if behaviour == "late":
        time.sleep(2.5)
    if behaviour == "flood":
        while True:
            print("x" * 10000)
    if behaviour == "memory":
        print("taking memory", file=sys.stderr, flush=True)
        print(len(bytearray(2 << 30)), file=sys.stderr)
    if behaviour == "garbage":
        say("move over, \x1b[2J I am \xff")
        return protocol != "connect6"
    if behaviour == "cheat":
        say(bad_move)
        return True
    return False


if behaviour == "missing":
    sys.exit("cannot find my weights")
if behaviour == "orphan":
    print(subprocess.Popen(["sleep", "1000"]).pid, file=sys.stderr, flush=True)


def connect6():
    taken = []
    black_next = True

    def free(count):
        cells = [chr(65 + x) + chr(65 + y) for y in range(19) for x in range(19)]
        if behaviour == "backwards":
            cells.reverse()
        return [c for c in cells if c not in taken][:count]

    def answer(count):
        if misbehave("move " + (taken[0] if taken else "ZZ") * count):
            return
        mine = free(count)
        taken.extend(mine)
        say("thinking")
        say("value 0.25 after 7 nodes")
        say("move " + "".join(mine))

    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "name" and behaviour != "mute":
            say("name Fake")
        elif word == "new":
            taken = []
            if rest == "black":
                answer(1)
        elif word in ("black", "white", "next") and behaviour == "simple":
            say("error: unknown command " + word)
        elif word in ("black", "white"):
            taken += [rest[i:i + 2] for i in range(0, len(rest), 2)]
        elif word == "next":
            answer(2)
        elif word == "move":
            stones = {rest[i:i + 2] for i in range(0, len(rest), 2)}
            taken += sorted(stones)
            answer(2)
        elif word == "depth":
            print("depth", rest, file=sys.stderr, flush=True)


def gomocup():
    size = 15
    taken = []
    board = False

    def answer():
        if misbehave("%d,%d" % (taken[0] if taken else (99, 99))):
            return
        cells = [(x, y) for y in range(size) for x in range(size) if (x, y) not in taken]
        mine = cells[-1 if behaviour == "backwards" else 0]
        taken.append(mine)
        say("DEBUG thinking")
        say("MESSAGE depth 3 ev 0.5")
        say("%d,%d" % mine)

    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "START" and behaviour != "mute":
            size = int(rest)
            say("OK")
        elif word == "INFO":
            print("INFO", rest, file=sys.stderr, flush=True)
            if rest.startswith("game_type"):
                say("UNKNOWN " + rest)
        elif word == "BEGIN":
            answer()
        elif word == "TURN":
            taken.append(tuple(map(int, rest.split(","))))
            answer()
        elif word == "BOARD":
            board = True
        elif word == "DONE":
            board = False
            answer()
        elif word == "END":
            sys.exit(0)
        elif board:
            taken.append(tuple(map(int, word.split(",")))[:2])


def columns():
    """Connect-Four by questions: the first column with room."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "cancel" in asked:
            if behaviour != "mute":
                say(json.dumps({"id": asked["id"], "error": "no open question has this id"}))
            continue
        played = asked["question"]["moves"]
        full = json.dumps({"id": asked["id"], "answer": {"best": ["z"]}})
        if misbehave(full):
            continue
        order = "7654321" if behaviour == "backwards" else "1234567"
        column = next(c for c in order if played.count(c) < 6)
        say(json.dumps({"id": asked["id"], "progress": {"nodes": 1}}))
        say(json.dumps({"id": "another", "answer": {"best": ["a"]}}))
        say(json.dumps({"id": asked["id"], "answer": {"best": ["abcdefg"[int(column) - 1]], "estimate": {"win": 0.5}}}))


{"connect6": connect6, "gomocup": gomocup, "json": columns}[protocol]()
