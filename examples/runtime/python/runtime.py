#!/usr/bin/env python3
"""The loop of a runtime: admit, start, renew, complete. Standard library only.

Usage: HEADGATE_URL=http://127.0.0.1:8470 HEADGATE_TOKEN=quickstart-token runtime.py ACTIVATION_ID
"""

import http.client
import json
import os
import sys
import threading
import time
import urllib.parse
import uuid

URL = urllib.parse.urlsplit(os.environ.get("HEADGATE_URL", "http://127.0.0.1:8470"))
TOKEN = os.environ["HEADGATE_TOKEN"]
EXECUTOR = f"python/{uuid.uuid4()}"  # unique for each life of this process


class Refused(Exception):
    """The node said no; `problem` says why."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem.get('reason')}")
        self.status, self.problem = status, problem


def seconds(duration):
    """A duration of the interface, such as 1m30s or 250ms."""
    total, number = 0.0, ""
    units = {"ms": 0.001, "h": 3600, "m": 60, "s": 1}
    at = 0
    while at < len(duration):
        if duration[at].isdigit():
            number += duration[at]
            at += 1
            continue
        unit = "ms" if duration.startswith("ms", at) else duration[at]
        total += int(number) * units[unit]
        number, at = "", at + len(unit)
    return total


def call(method, path, body=None, key=None, until=None):
    """One request, repeated while that can help: lost connections, 202 and retryable refusals, never past `until`."""
    while True:
        wait = 0.1
        try:
            connection = http.client.HTTPConnection(URL.hostname, URL.port, timeout=0.25)
            connection.connect()
            connection.sock.settimeout(10)
            headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
            if key:
                headers["Idempotency-Key"] = f'"{key}"'
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            answer = json.loads(response.read() or b"{}")
            connection.close()
            if response.status in (200, 201):
                return answer
            if response.status != 202:  # 202 is in effect and not durable yet: repeat until 200
                if not answer.get("retryable"):
                    raise Refused(response.status, answer)
                wait = seconds(answer.get("retryAfter", "500ms"))
        except (OSError, http.client.HTTPException):
            pass  # no answer is no: repeat, with the same key
        if until is not None and time.monotonic() + wait >= until:
            raise TimeoutError(f"{method} {path}: no answer in time")
        time.sleep(wait)


def work(deadline, stop):
    """Stands for what the runtime runs; ends by itself, at its deadline, or when it is told to stop."""
    end = min(deadline, time.monotonic() + 0.3)
    while time.monotonic() < end and not stop.is_set():
        time.sleep(0.02)


def main(activation):
    sent = time.monotonic()  # every "...In" counts from the first time the request was sent
    permit = call(
        "POST",
        "/v1/admissions",
        {
            "activationId": activation,
            "target": {"service": "hello", "route": "default", "contract": "hello.v1", "function": "greet"},
            "payloadBytes": 128,
            "budget": {"wallTime": "30s"},
        },
        key=activation,
        until=sent + 10,
    )
    deadline = sent + seconds(permit["deadlineIn"])
    path = f"/v1/permits/{permit['permitId']}"
    # Lease the cell here. If that fails: cancel, and run nothing.
    sent = time.monotonic()
    running = call("POST", f"{path}/start", {"executorId": EXECUTOR}, until=deadline)
    token = running["fencingToken"]  # give it to whoever owns what the work touches: they refuse a lower one
    lease_end = sent + seconds(running["lease"]["expiresIn"])

    stop, done = threading.Event(), threading.Event()

    def renew():
        sequence, end = 0, lease_end
        while not done.wait(max(0.05, (end - time.monotonic()) / 3)):
            if end >= deadline:
                return  # the lease lasts to the deadline
            sequence += 1
            sent = time.monotonic()
            try:
                renewed = call(
                    "POST", f"{path}/renew", {"fencingToken": token, "renewalSequence": sequence}, until=deadline
                )
            except (Refused, TimeoutError):
                stop.set()
                return
            end = sent + seconds(renewed["lease"]["expiresIn"])
            if renewed["cancelRequested"]:
                stop.set()

    renewing = threading.Thread(target=renew, daemon=True)
    renewing.start()
    work(deadline, stop)
    done.set()
    renewing.join()
    # Only now, when nothing runs any more and the cell is released.
    outcome = "Cancelled" if stop.is_set() else "Succeeded"
    settled = call("POST", f"{path}/complete", {"fencingToken": token, "outcome": outcome})
    print(f"{activation} {settled['state']} {settled['settlement']['outcome']}")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Refused as refused:
        print(f"refused: {refused.problem['reason']} {refused.problem['type']}", file=sys.stderr)
        sys.exit(1)
