import hashlib
import json
import re
import urllib.error
import urllib.request
import uuid
from typing import Any, Callable, List, Optional, Sequence
from urllib.parse import unquote, urlencode

from .._blocking import run
from .._prompts import Record
from .._transport import AsyncResponse
from ._changes import add_note, cancel, consume, consumed_reply, send
from ._checks import issues_of_batch, issues_of_consume, issues_of_message, issues_of_note, issues_of_prompt
from ._clock import ManualClock
from ._digest import canonical_json
from ._refusals import FakeGatewayError, Issue, Refusal, invalid
from ._requests import FakeCall, IdempotentReplies, Outcome, read_call, said_in
from ._responses import BlockingResponse, EventStream, JsonResponse
from ._state import Asked, State

_LONGEST_WAIT_SEC = 60
# Longer than any question is open.
_ENDLESS_SEC = 8 * 24 * 3600


class Routes:
    """Answers the requests of clients in this process, by the time of a clock: the transport of `AsyncGateway`."""

    def __init__(self, state: State) -> None:
        self.calls: List[FakeCall] = []
        self._state = state
        self._clock = state.clock
        self._replies = IdempotentReplies()
        self._waited_sec = 0

    async def open(self, request: urllib.request.Request, timeout: float, in_task: bool = True) -> AsyncResponse:
        """in_task: whether a wait lets other tasks go on. Otherwise it blocks the thread."""
        try:
            with self._clock.changed:
                call = read_call(request)
                self.calls.append(call)
                self._clock.changed.notify_all()
                if (call.method, call.path) == ("GET", "/v1/events"):
                    return EventStream(self._clock, self._state.events, call.query, call.last_event_id, in_task)
            await self._wait(call, in_task)
            with self._clock.changed:
                return JsonResponse(*(self._read(call) if call.method == "GET" else self._change(call)))
        except Refusal as refusal:
            return JsonResponse(refusal.status, refusal.body)

    def time(self) -> float:
        return self._clock.now()

    def monotonic(self) -> float:
        return self._clock.now()

    async def sleep(self, seconds: float) -> None:
        await self._clock.wait_in_task(lambda: False, seconds)

    def _read(self, call: FakeCall) -> Outcome:
        match = re.fullmatch("/v1/prompts/([^/]+)", call.path)
        if match:
            return 200, self._find(match[1]).record
        if call.path == "/v1/prompts":
            return 200, self._listed(call)
        if call.path == "/v1/messages" and set(call.query) <= {"channel_id"}:
            channel_id = call.query.get("channel_id")
            return 200, [each for each in reversed(self._state.messages) if channel_id in (None, each["channel_id"])]
        raise _not_faked(call)

    def _change(self, call: FakeCall) -> Outcome:
        key, body, state = call.idempotency_key, call.body, self._state
        if call.method != "POST":
            raise _not_faked(call)
        if key is not None and not re.fullmatch(r"[\x21-\x7e]{1,255}", key):
            detail = "Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, such as a UUID."
            raise Refusal(400, "validation", detail)
        request = [call.path, said_in(body)]
        if call.path == "/v1/prompts/new":
            return 200, self._ask(_without_file(body), key)
        if call.path == "/v1/prompts/batch":
            return self._ask_all(body, key)
        if call.path == "/v1/messages/send":
            _check(issues_of_message(body))
            return self._once(key, request, 201, lambda: send(state, body))
        match = re.fullmatch("/v1/prompts/([^/]+)/(cancel|notes|consume)", call.path)
        if not match:
            raise _not_faked(call)
        if match[2] == "cancel":
            return 200, cancel(state, self._find(match[1]))
        if match[2] == "notes":
            _check(issues_of_note(body))
            return self._once(key, request, 201, lambda: add_note(state, self._find(match[1]), body))
        _check(issues_of_consume(body))
        return self._once(
            key,
            request,
            200,
            lambda: consume(state, self._find(match[1]), body),
            lambda: consumed_reply(self._find(match[1]).record, True),
        )

    def _ask(self, body: Any, key: Optional[str]) -> Record:
        _check(issues_of_prompt(body))
        reply: Record = self._once(key, ["ask", said_in(body)], 200, lambda: self._state.ask(body))[1]
        return reply

    def _ask_all(self, body: Any, key: Optional[str]) -> Outcome:
        _check(issues_of_batch(body))
        keys = body.get("idempotency_keys")
        batch_id = str(uuid.uuid4()) if key is None else hashlib.sha256(key.encode()).hexdigest()[:22]

        def ask(index: int, prompt: Any) -> Record:
            try:
                return self._ask(prompt, keys[index] if keys else key and f"batch:{batch_id}:{index}")
            except Refusal as refusal:
                return refusal.body

        def ask_each() -> Record:
            return {"batch_id": batch_id, "results": [ask(*entry) for entry in enumerate(body["prompts"])]}

        return self._once(key, ["batch", body], 200, ask_each)

    def _once(
        self,
        key: Optional[str],
        request: Any,
        status: int,
        work: Callable[[], Any],
        repeat: Optional[Callable[[], Any]] = None,
    ) -> Outcome:
        """Does the work once for each key. repeat: makes the reply to a repeated request. Default: the first reply."""
        fingerprint = canonical_json(request)
        found = self._replies.find(key, fingerprint, self._clock.now_ms())
        if found:
            return (status, repeat()) if repeat else found
        outcome = (status, work())
        self._replies.keep(key, fingerprint, outcome, self._clock.now_ms())
        return outcome

    def _find(self, prompt_id: str) -> Asked:
        decoded = unquote(prompt_id)
        match = re.fullmatch("#?([1-9][0-9]{0,8})", decoded)
        if match and int(match[1]) <= len(self._state.prompts):
            return self._state.prompts[int(match[1]) - 1]
        form = "" if match else ": the id #12 is written 12 or %2312 in an address"
        raise Refusal(404, "not_found", f"There is no prompt {json.dumps(decoded)}{form}.")

    def _listed(self, call: FakeCall) -> List[Record]:
        if not set(call.query) <= {"state", "correlation_id", "channel_id", "limit"}:
            raise _not_faked(call)
        wanted = {"state": "pending", **call.query}
        limit = int(wanted.pop("limit", "50"))
        if wanted["state"] == "all":
            del wanted["state"]
        newest_first = [asked.record for asked in reversed(self._state.prompts)]
        fitting = [each for each in newest_first if all(each[name] == value for name, value in wanted.items())]
        return fitting[:limit]

    async def _wait(self, call: FakeCall, in_task: bool) -> None:
        """Returns when the question that is read is closed, or after the time that the request names."""
        match = re.fullmatch("/v1/prompts/([^/]+)", call.path) if call.method == "GET" else None
        if match is None:
            return
        asked, seconds, clock = self._find(match[1]), _wait_of(call.query.get("wait", "0")), self._clock

        def is_closed() -> bool:
            return bool(asked.record["state"] != "pending")

        if is_closed() or seconds == 0:
            return
        if in_task:
            await clock.wait_in_task(is_closed, seconds)
        else:
            clock.wait(is_closed, seconds)
        passes = clock.is_own_task() if in_task else clock.is_own_thread()
        self._waited_sec = self._waited_sec + seconds if passes and not is_closed() else 0
        if self._waited_sec > _ENDLESS_SEC:
            raise FakeGatewayError(
                f"{asked.record['id']} is waited for without end: no one answers it, and it does not expire. "
                "Give an answer, or run the agent in another thread or task."
            )


class BlockingRoutes:
    """The transport of `Gateway`."""

    def __init__(self, routes: Routes, clock: ManualClock) -> None:
        self._routes = routes
        self._clock = clock
        self.time = routes.time
        self.monotonic = routes.monotonic
        self.sleep = clock.sleep

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        self._clock.noted_thread()
        response: Any = BlockingResponse(run(self._routes.open(request, timeout, in_task=False)))
        if response.status >= 400:
            raise urllib.error.HTTPError(request.full_url, response.status, "", response.headers, response)
        return response


def _check(issues: Sequence[Issue]) -> None:
    if issues:
        raise invalid(issues)


def _wait_of(wait: str) -> int:
    is_number = re.fullmatch("[0-9]{1,9}", wait) is not None
    if is_number and int(wait) <= _LONGEST_WAIT_SEC:
        return int(wait)
    message = f"must be at most {_LONGEST_WAIT_SEC}" if is_number else "must be a whole number of seconds"
    raise invalid(
        [{"path": ["wait"], "message": message, "code": "too_big" if is_number else "invalid_format"}], "query"
    )


def _without_file(body: Any) -> Any:
    return {name: value for name, value in body.items() if name != "file"} if isinstance(body, dict) else body


def _not_faked(call: FakeCall) -> FakeGatewayError:
    query = f"?{urlencode(call.query)}" if call.query else ""
    return FakeGatewayError(
        f"fake_gateway does not have {call.method} {call.path}{query}: test this with a gateway."
    )
