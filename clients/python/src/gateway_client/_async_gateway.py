from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, AsyncGenerator, Callable, Coroutine, Dict, List, Literal, Mapping
from typing import Optional, Sequence, Union, cast, overload

from ._answers import Answer, Decision, OptionAnswer, Outcome, TextAnswer
from ._asking import ask_all, ask_and_wait
from ._connection import Connection, key_header
from ._errors import RetryableError
from ._events import Event, read_events
from ._forms import FilePath, form_of
from ._options import OnCreated
from ._prompts import Action, DecisionValue, PromptCreated, Record, decision_fields
from ._settings import settings_of_environment
from ._transport import AsyncTransport
from ._waiting import cancelled_by_interrupt, prompt_path, wait_for_outcome

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import DecideOptions
    from ._prompts import DecisionFields, PromptFields, QuestionFields
    from ._settings import ClientOptions


class AsyncGateway:
    """A client of one gateway for `asyncio`. It opens no connection until it is used, and tasks can share it.

    A task that is cancelled closes its connection at once. The question stays open, unless `cancel_on_interrupt` is set.

    url: the address of the gateway, such as `https://gateway.example.com`.
    channel: the channel of questions that name none. Default: that of the gateway.
    retry_sec: for how many seconds a request is retried while the gateway cannot be reached or asks for a retry.
        Waiting for an answer is not limited by it once the gateway has replied.
    on_retry: called with the error and the delay in seconds before each retry, for a log.
    transport: makes the requests, and has the time for waits and retries. Default: the streams of `asyncio`.
    """

    def __init__(
        self,
        url: str,
        *,
        api_key: Optional[str] = None,
        channel: Optional[str] = None,
        retry_sec: float = 60,
        on_retry: Optional[Callable[[RetryableError, float], None]] = None,
        transport: Optional[AsyncTransport] = None,
    ) -> None:
        if transport is None:
            # Programs that block do not need asyncio.
            from ._async_network import AsyncNetwork

            transport = AsyncNetwork()
        self._connection = Connection(url, api_key, retry_sec, on_retry, transport)
        self._channel = channel

    @classmethod
    def from_env(cls, **options: Unpack[ClientOptions]) -> AsyncGateway:
        """A client of the gateway that `GATEWAY_URL` names, with `GATEWAY_API_KEY` and `GATEWAY_CHANNEL` if they are set.

        Raises `ValueError` when `GATEWAY_URL` is not set.
        """
        return cls(**settings_of_environment(options))

    async def ask_human(
        self,
        text: str,
        *,
        idempotency_key: Optional[str] = None,
        wait_sec: Optional[float] = None,
        cancel_on_interrupt: bool = False,
        on_created: Optional[OnCreated] = None,
        file: Optional[FilePath] = None,
        **fields: Unpack[QuestionFields],
    ) -> Outcome[Union[OptionAnswer, TextAnswer]]:
        """Asks a question and waits until it is answered or closed, or for `wait_sec`.

        Without `options`, people can answer by text unless `allow_text` is false.

        idempotency_key: the question is asked once for each key, for 24 hours. Derive it from the step of your work,
            so that a restarted program finds its question again. Default: a random key.
        wait_sec: then the outcome is `Pending`. 0: only look. Default: until the question is closed.
        cancel_on_interrupt: whether the question is cancelled by `KeyboardInterrupt`, `SystemExit` or the cancellation of
            the task while it waits.
        on_created: called when the question is in the chat, for example to store its id. It can be a coroutine function
            in `AsyncGateway`.
        file: the path of an attachment.
        """
        if fields.get("allow_text") is None:
            fields["allow_text"] = not fields.get("options")
        create = self._creating(text, fields, idempotency_key, file)
        return await ask_and_wait(self._connection, create, wait_sec, cancel_on_interrupt, on_created)

    @overload
    async def decide(
        self, action: Action, *, decisions: Sequence[Literal["approve", "reject"]] = ..., **options: Unpack[DecideOptions]
    ) -> Outcome[Decision[Literal["approve", "reject"]]]: ...

    @overload
    async def decide(
        self, action: Action, *, decisions: Sequence[Literal["approve", "edit"]], **options: Unpack[DecideOptions]
    ) -> Outcome[Decision[Literal["approve", "edit"]]]: ...

    @overload
    async def decide(
        self, action: Action, *, decisions: Sequence[Literal["approve", "respond"]], **options: Unpack[DecideOptions]
    ) -> Outcome[Decision[Literal["approve", "respond"]]]: ...

    @overload
    async def decide(
        self, action: Action, *, decisions: Sequence[Literal["approve", "reject", "edit"]], **options: Unpack[DecideOptions]
    ) -> Outcome[Decision[Literal["approve", "reject", "edit"]]]: ...

    @overload
    async def decide(
        self, action: Action, *, decisions: Sequence[Literal["approve", "reject", "respond"]], **options: Unpack[DecideOptions]
    ) -> Outcome[Decision[Literal["approve", "reject", "respond"]]]: ...

    @overload
    async def decide(
        self, action: Action, *, decisions: Sequence[Literal["approve", "edit", "respond"]], **options: Unpack[DecideOptions]
    ) -> Outcome[Decision[Literal["approve", "edit", "respond"]]]: ...

    @overload
    async def decide(
        self, action: Action, *, decisions: Sequence[DecisionValue], **options: Unpack[DecideOptions]
    ) -> Outcome[Decision[DecisionValue]]: ...

    async def decide(
        self,
        action: Action,
        *,
        decisions: Sequence[DecisionValue] = ("approve", "reject"),
        text: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        wait_sec: Optional[float] = None,
        cancel_on_interrupt: bool = False,
        on_created: Optional[OnCreated] = None,
        file: Optional[FilePath] = None,
        **fields: Unpack[DecisionFields],
    ) -> Outcome[Decision[Any]]:
        """Asks for a decision about an action, such as a tool call, and waits like `ask_human`.

        text: default: a sentence with the name of the action.
        """
        asked = decision_fields(action, decisions, fields)
        question = asked["text"] if text is None else text
        create = self._creating(question, asked, idempotency_key, file)
        return await ask_and_wait(self._connection, create, wait_sec, cancel_on_interrupt, on_created)

    async def create_prompt(
        self,
        text: str,
        *,
        idempotency_key: Optional[str] = None,
        file: Optional[FilePath] = None,
        **fields: Unpack[PromptFields],
    ) -> PromptCreated:
        """Asks a question and returns at once. `wait_for_answer` or a callback has the answer."""
        return await self._creating(text, fields, idempotency_key, file)()

    async def create_batch(
        self,
        prompts: Sequence[Mapping[str, Any]],
        *,
        idempotency_key: Optional[str] = None,
        idempotency_keys: Optional[Sequence[str]] = None,
    ) -> Record:
        """Asks 1 to 20 questions in one request, and returns at once.

        `results` of the reply are in the order of the questions: an error in place of one does not stop the others. The
        same call with the same key asks only what was not asked.

        idempotency_keys: one for each question, which is asked once for its key, alone or in any batch.
        """
        body: Dict[str, Any] = {"prompts": [self._with_channel(prompt) for prompt in prompts]}
        if idempotency_keys is not None:
            body["idempotency_keys"] = list(idempotency_keys)
        return await self.request("POST", "/v1/prompts/batch", body, headers=key_header(idempotency_key))

    async def ask_all(
        self,
        prompts: Sequence[Mapping[str, Any]],
        *,
        idempotency_keys: Optional[Sequence[str]] = None,
        wait_sec: Optional[float] = None,
    ) -> List[Union[Outcome[Answer], RetryableError]]:
        """Asks several questions at once, and waits until each is answered or closed, or for `wait_sec`.

        The results are in the order of the questions. In place of a question that was refused is its error.

        idempotency_keys: one for each question, which is asked once for its key. Default: random keys.
        """
        return await ask_all(self, self._connection, prompts, idempotency_keys, wait_sec)

    async def wait_for_answer(
        self, prompt_id: str, *, wait_sec: Optional[float] = None, cancel_on_interrupt: bool = False
    ) -> Outcome[Answer]:
        """Waits for the answer to a question that was asked before, perhaps by another process."""
        async with cancelled_by_interrupt(self._connection, prompt_id, cancel_on_interrupt):
            return await wait_for_outcome(self._connection, prompt_id, wait_sec)

    async def cancel_prompt(self, prompt_id: str) -> Record:
        """Closes an open question. A closed one is a `GatewayError` with the code `prompt_not_pending`."""
        return await self.request("POST", f"{prompt_path(prompt_id)}/cancel")

    async def add_note(
        self,
        prompt_id: str,
        kind: Literal["progress", "done", "failed"],
        text: str,
        *,
        url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Record:
        """Says under a question what becomes of it, also after it was closed: at most one note every 10 seconds."""
        body = {"kind": kind, "text": text, "url": url}
        return await self.request("POST", f"{prompt_path(prompt_id)}/notes", body, headers=key_header(idempotency_key))

    async def consume(
        self,
        prompt_id: str,
        *,
        action: Optional[Mapping[str, Any]] = None,
        action_digest: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Record:
        """Uses the approval of an action, once, right before the action runs.

        A `GatewayError` with the status 409 says that the action must not run, such as with the code `already_consumed`.

        action: its `name` and the `args` that are about to run. Give it or `action_digest`, the one of the decision.
        idempotency_key: with a key of your own, run the action only if `replayed` of the reply is false, or if you know
            that no one else has sent this key. Default: a random key.
        """
        given = {"action": action, "action_digest": action_digest}
        body = {name: value for name, value in given.items() if value is not None}
        return await self.request("POST", f"{prompt_path(prompt_id)}/consume", body, headers=key_header(idempotency_key))

    async def send_message(
        self,
        channel_id: str,
        text: str,
        *,
        reply_to: Optional[str] = None,
        thread_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Record:
        """Sends a text to the chat of a MESSAGE channel, once for each key."""
        body = {"channel_id": channel_id, "text": text, "reply_to": reply_to, "thread_id": thread_id}
        return await self.request("POST", "/v1/messages/send", body, headers=key_header(idempotency_key))

    def listen(
        self,
        *,
        types: Optional[Sequence[str]] = None,
        channel_ids: Optional[Sequence[str]] = None,
        correlation_ids: Optional[Sequence[str]] = None,
        last_event_id: Optional[str] = None,
    ) -> AsyncGenerator[Event, None]:
        """Yields the gateway's events without end. Leave the loop to stop.

        last_event_id: continues after this event. Default: begins with the next one. Events are kept for 24 hours; the
            event `stream.gap` says that some are missing.
        """
        return read_events(self._connection, types, channel_ids, correlation_ids, last_event_id)

    async def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: Optional[Mapping[str, str]] = None,
        retry_sec: Optional[float] = None,
    ) -> Any:
        """Sends any request to the API, with the same key, retries and errors. `path` includes its query."""
        return await self._connection.send(method, path, body, headers, retry_sec)

    def _with_channel(self, prompt: Mapping[str, Any]) -> Dict[str, Any]:
        body = dict(prompt)
        if body.get("channel_id") is None and body.get("channels") is None:
            body["channel_id"] = self._channel
        return body

    def _creating(
        self, text: str, fields: Mapping[str, Any], idempotency_key: Optional[str], file: Optional[FilePath]
    ) -> Callable[[], Coroutine[Any, Any, PromptCreated]]:
        async def create() -> PromptCreated:
            body = self._with_channel({**fields, "text": text})
            content = body if file is None else form_of(body, Path(file))
            created = await self.request("POST", "/v1/prompts/new", content, headers=key_header(idempotency_key))
            return cast(PromptCreated, created)

        return create
