import copy
from typing import List, Literal, Mapping, Optional, Union

from .._answers import Person
from .._async_gateway import AsyncGateway
from .._gateway import Gateway
from .._prompts import Record
from .._transport import AsyncTransport, Transport
from ._answers import Answers, GivenAnswer, Which, is_named
from ._callbacks import FakeCallback, event_of, message_event, signed
from ._changes import withdraw
from ._clock import ManualClock
from ._refusals import FakeGatewayError
from ._requests import FakeCall
from ._routes import BlockingRoutes, Routes
from ._state import Asked, State

_URL = "http://gateway.test"


class FakeGateway:
    """A gateway for the tests of an agent, in this process. Made by `fake_gateway`."""

    gateway: Gateway
    """The client for the agent."""
    async_gateway: AsyncGateway
    """The client for an agent that uses `asyncio`."""
    transport: Transport
    """For an agent that makes its own client: `Gateway("http://gateway.test", transport=fake.transport)`."""
    async_transport: AsyncTransport
    """The same for `AsyncGateway`."""
    clock: ManualClock
    secret: str
    """Signs callbacks."""

    def __init__(
        self,
        answers: Answers,
        channels: Optional[Mapping[str, str]],
        channel: Optional[str],
        clock: Optional[ManualClock],
        secret: str,
    ) -> None:
        self.clock = ManualClock() if clock is None else clock
        self.secret = secret
        known = {"approvals": "PROMPT"} if channels is None else channels
        first = next((name for name, channel_type in known.items() if channel_type == "PROMPT"), None)
        self._state = State(self.clock, answers, channels, first if channel is None else channel)
        self._routes = Routes(self._state)
        self.async_transport = self._routes
        self.async_gateway = AsyncGateway(_URL, transport=self._routes)
        self.transport = BlockingRoutes(self._routes, self.clock)
        self.gateway = Gateway(_URL, transport=self.transport)

    @property
    def prompts(self) -> List[Record]:
        """What was asked, as the API has it now, the oldest first."""
        with self.clock.changed:
            return [copy.deepcopy(asked.record) for asked in self._state.prompts]

    @property
    def messages(self) -> List[Record]:
        """What the agent sent and people wrote, the oldest first."""
        with self.clock.changed:
            return copy.deepcopy(self._state.messages)

    @property
    def calls(self) -> List[FakeCall]:
        """All requests, the oldest first."""
        return list(self._routes.calls)

    def asked(self, which: Optional[Which] = None, timeout: float = 5) -> Record:
        """Returns an open question when there is one, for an agent in another thread.

        With an agent in another task, wait in a thread: `await asyncio.to_thread(fake.asked, "deploy")`.

        timeout: in seconds of the system. Then it raises `TimeoutError`.
        """
        with self.clock.changed:
            if not self.clock.changed.wait_for(lambda: self._open(which) is not None, timeout):
                raise TimeoutError(f"The agent did not ask within {timeout} s. {self._known()}")
            return copy.deepcopy(self._require_open(which).record)

    def answer(self, which: Which, given: GivenAnswer) -> Record:
        """Answers an open question. Raises `FakeGatewayError` when there is none, or when no person could give this answer."""
        with self.clock.changed:
            asked = self._require_open(which)
            self._state.answer(asked, given)
            return copy.deepcopy(asked.record)

    def expire(self, which: Which, reason: Literal["ttl", "undeliverable"] = "ttl") -> Record:
        """Closes an open question without an answer: its time is over, or it did not reach the chat."""
        with self.clock.changed:
            asked = self._require_open(which)
            self._state.expire(asked, reason)
            return copy.deepcopy(asked.record)

    def withdraw(self, which: Which) -> Record:
        """Takes back an approval that was not used yet."""
        with self.clock.changed:
            asked = self._require(which)
            withdraw(self._state, asked)
            return copy.deepcopy(asked.record)

    def write(
        self, channel_id: str, text: str, by: Person = Person("tester", "tester"), *, name: Optional[str] = None
    ) -> Record:
        """Writes a text as a person in a MESSAGE channel. `name`: the display name."""
        with self.clock.changed:
            return copy.deepcopy(self._state.write(channel_id, text, by, name))

    def advance(self, seconds: float) -> None:
        """Turns the time: questions expire, waits end, approvals lapse, retries are made."""
        self.clock.advance(seconds)

    def callback(self, about: Union[Which, Record]) -> FakeCallback:
        """The newest callback about a question, or that of a message which a person wrote, as the gateway posts it."""
        with self.clock.changed:
            if not isinstance(about, dict) or "prompt_num" in about:
                asked = self._require(about["id"] if isinstance(about, dict) else about)
                return signed(event_of(asked), asked.record["callback_url"], self.secret)
            written = [
                each["id"]
                for each in self._state.messages
                if each["direction"] == "inbound" and each["channel_id"] == about["channel_id"]
            ]
            return signed(message_event(about, written.index(about["id"]) + 1), None, self.secret)

    def _open(self, which: Optional[Which]) -> Optional[Asked]:
        return self._state.find(
            lambda record: record["state"] == "pending" and (which is None or is_named(which, record))
        )

    def _require_open(self, which: Optional[Which]) -> Asked:
        asked = self._open(which)
        if asked is None:
            record = self._require(which).record
            raise FakeGatewayError(f"{record['id']} is {record['state']}, not open.")
        return asked

    def _require(self, which: Optional[Which]) -> Asked:
        asked = self._state.find(lambda record: which is None or is_named(which, record))
        if asked is None:
            raise FakeGatewayError(f"There is no question {which!r}. {self._known()}")
        return asked

    def _known(self) -> str:
        named = [
            f"{asked.record['id']} {(asked.record.get('action') or asked.record).get('name', asked.record['text'])}"
            for asked in self._state.prompts
        ]
        return f"There are: {', '.join(named) or 'none'}."


def fake_gateway(
    answers: Optional[Answers] = None,
    *,
    channels: Optional[Mapping[str, Literal["PROMPT", "MESSAGE"]]] = None,
    channel: Optional[str] = None,
    clock: Optional[ManualClock] = None,
    secret: str = "the secret of the fake gateway",
) -> FakeGateway:
    """A gateway for the tests of an agent: `fake.gateway` is the client, and people answer as the test says.

    answers: what people answer as soon as a question is asked. A question without an answer stays pending. Default: all do.
    channels: those that exist. Default: every id is a channel.
    channel: of questions that name none. Default: the first one of type PROMPT, or `approvals`.
    clock: default: one that begins at the present.
    secret: signs callbacks.
    """
    return FakeGateway({} if answers is None else answers, channels, channel, clock, secret)
