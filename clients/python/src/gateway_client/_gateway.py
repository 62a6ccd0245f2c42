from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, Optional, Sequence

from ._async_gateway import AsyncGateway
from ._blocking import Blocking, BlockingTransport, blocking, run
from ._errors import RetryableError
from ._events import Event
from ._settings import settings_of_environment
from ._transport import Network, Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._settings import ClientOptions


class Gateway(Blocking[AsyncGateway]):
    """A client of one gateway. It opens no connection until it is used, and threads can share it.

    url: the address of the gateway, such as `https://gateway.example.com`.
    channel: the channel of questions that name none. Default: that of the gateway.
    retry_sec: for how many seconds a request is retried while the gateway cannot be reached or asks for a retry.
        Waiting for an answer is not limited by it once the gateway has replied.
    on_retry: called with the error and the delay in seconds before each retry, for a log.
    transport: makes the requests, and has the time for waits and retries. Default: `urllib.request`.
    """

    def __init__(
        self,
        url: str,
        *,
        api_key: Optional[str] = None,
        channel: Optional[str] = None,
        retry_sec: float = 60,
        on_retry: Optional[Callable[[RetryableError, float], None]] = None,
        transport: Optional[Transport] = None,
    ) -> None:
        self._calls = AsyncGateway(
            url,
            api_key=api_key,
            channel=channel,
            retry_sec=retry_sec,
            on_retry=on_retry,
            transport=BlockingTransport(Network() if transport is None else transport),
        )

    @classmethod
    def from_env(cls, **options: Unpack[ClientOptions]) -> Gateway:
        """A client of the gateway that `GATEWAY_URL` names, with `GATEWAY_API_KEY` and `GATEWAY_CHANNEL` if they are set.

        Raises `ValueError` when `GATEWAY_URL` is not set.
        """
        return cls(**settings_of_environment(options))

    ask_human = blocking(AsyncGateway.ask_human)
    decide = blocking(AsyncGateway.decide)
    create_prompt = blocking(AsyncGateway.create_prompt)
    create_batch = blocking(AsyncGateway.create_batch)
    ask_all = blocking(AsyncGateway.ask_all)
    wait_for_answer = blocking(AsyncGateway.wait_for_answer)
    cancel_prompt = blocking(AsyncGateway.cancel_prompt)
    add_note = blocking(AsyncGateway.add_note)
    consume = blocking(AsyncGateway.consume)
    send_message = blocking(AsyncGateway.send_message)
    request = blocking(AsyncGateway.request)

    def listen(
        self,
        *,
        types: Optional[Sequence[str]] = None,
        channel_ids: Optional[Sequence[str]] = None,
        correlation_ids: Optional[Sequence[str]] = None,
        last_event_id: Optional[str] = None,
    ) -> Iterator[Event]:
        """Yields the gateway's events without end. Leave the loop to stop.

        last_event_id: continues after this event. Default: begins with the next one. Events are kept for 24 hours; the
            event `stream.gap` says that some are missing.
        """
        events = self._calls.listen(
            types=types, channel_ids=channel_ids, correlation_ids=correlation_ids, last_event_id=last_event_id
        )
        try:
            while True:
                yield run(events.__anext__())
        finally:
            run(events.aclose())
