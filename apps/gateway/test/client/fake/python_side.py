"""Makes the steps of scenarios with fake_gateway. Reads them as JSON, and prints what came of those that are compared."""

import json
import sys
import threading
import urllib.error
import urllib.request

from gateway_client import Person, verify_signature
from gateway_client.testing import fake_gateway


class Side:
    def __init__(self, names):
        self.names = names
        self.fake = fake_gateway(channels={names["channel"]: "PROMPT", names["talk"]: "MESSAGE"})
        self.results = []

    def request(self, target, body=None, key=None):
        method, path = target.split(" ")
        request = urllib.request.Request("http://gateway.test" + path, method=method)
        if key is not None:
            request.add_header("Idempotency-Key", f"{self.names['scenario']}:{key}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            response = self.fake.transport.open(request, 90)
        except urllib.error.HTTPError as error:
            response = error
        return {
            "status": response.status,
            "body": json.loads(response.read()),
            "retryAfter": response.headers.get("Retry-After"),
        }

    def make(self, step):
        fake = self.fake
        if "request" in step:
            self.results.append(self.request(step["request"], step.get("body"), step.get("key")))
        elif "held" in step:
            held = []
            thread = threading.Thread(target=lambda: held.append(self.request(step["held"])))
            thread.start()
            while not fake.calls or f"{fake.calls[-1].path}?wait={fake.calls[-1].query.get('wait')}" not in step["held"]:
                pass
            for inner in step["during"]:
                self.make(inner)
            thread.join()
            self.results += held
        elif "answer" in step:
            fake.answer(step["answer"], {**step["given"], "by": Person(self.names["person"], "ada")})
        elif "advance" in step:
            fake.advance(step["advance"])
        elif "takeBack" in step:
            fake.withdraw(step["takeBack"])
        elif "write" in step:
            fake.write(self.names["talk"], step["write"], Person(self.names["writer"], "bob"), name="Bob")
        elif "events" in step:
            channel_ids = [self.names["channel"], self.names["talk"]]
            events = fake.gateway.listen(types=self.names["types"], channel_ids=channel_ids, last_event_id="0")
            self.results += [next(events).data for _ in range(step["events"])]
        else:
            written = [each for each in fake.messages if each["text"] == step.get("messageCallback")]
            callback = fake.callback(written[0] if written else step["callback"])
            genuine = verify_signature(callback.body, callback.headers, fake.secret)
            event = json.loads(callback.body)
            self.results.append({"event": event, "isGenuine": genuine, "headers": sorted(callback.headers)})


def results_of(names, steps):
    side = Side(names)
    start = side.fake.clock.now()
    for step in steps:
        side.make(step)
    return {"start": round(start * 1000), "results": side.results}


given = json.load(sys.stdin)
print(json.dumps({name: results_of(given["names"], steps) for name, steps in given["scenarios"].items()}))
