#!/usr/bin/env python3
"""A verifier for tests: what it does is what its first argument says.

usage: tool.py BEHAVIOUR [ARGUMENT...]
"""
import os
import subprocess
import sys
import time


def spin(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def main():
    behaviour, arguments = sys.argv[1], sys.argv[2:]
    if behaviour == "--version":
        print(f"tool {os.environ.get('TOOL_VERSION', '1')}")
    elif behaviour == "say":
        print(*arguments[0].split("|"), sep="\n")
    elif behaviour == "exit":
        sys.exit(int(arguments[0]))
    elif behaviour == "die":
        os.abort()
    elif behaviour == "spin":
        spin(float(arguments[0]))
        print("TRUE")
    elif behaviour == "sleep":
        time.sleep(float(arguments[0]))
        print("TRUE")
    elif behaviour == "hold":  # memory, in MB
        block = bytearray(os.urandom(1 << 20) * int(arguments[0]))
        time.sleep(float(arguments[1]))
        print("TRUE", len(block))
    elif behaviour == "children":  # the rest of the arguments for each, so many at once
        command = [sys.executable, __file__, *arguments[1:]]
        for child in [subprocess.Popen(command) for _ in range(int(arguments[0]))]:
            child.wait()
    elif behaviour == "leave":  # a process in a session of its own, whose number goes to a file
        child = subprocess.Popen([sys.executable, __file__, "sleep", "600"], start_new_session=True)
        with open(arguments[0], "w") as file:
            file.write(str(child.pid))
        time.sleep(float(arguments[1]))
        print("TRUE")
    elif behaviour == "count":  # calls, one line each in a file
        with open(arguments[0], "a") as file:
            file.write(arguments[1] + "\n")
        spin(float(arguments[2]))
        print("TRUE")
    else:
        sys.exit(f"unknown behaviour {behaviour}")


main()
