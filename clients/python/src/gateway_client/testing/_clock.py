import threading
import time
from datetime import datetime, timezone
from typing import Callable, List, Optional, Tuple

# How long a test waits, in seconds of the system, until the threads that it woke wait again.
_SETTLE_SEC = 0.2


class ManualClock:
    """A clock that stands still until a test turns it.

    In the thread that made it, a wait passes at once: the time goes on by itself, because no one else could turn it. In another
    thread, a wait lasts until the test turns the time or what is waited for happens.

    start: in seconds since 1970. Default: the present.
    """

    def __init__(self, start: Optional[float] = None) -> None:
        # Whole milliseconds, as the API has them.
        self._now = round((time.time() if start is None else start) * 1000)
        self._owner = threading.get_ident()
        self._timers: List[Tuple[int, int, Callable[[], None]]] = []
        self._added = 0
        self._deadlines: List[int] = []
        self._has_other_threads = False
        self.changed = threading.Condition(threading.RLock())
        """Guards everything that the clock and its gateway know. Notified of every change."""

    def now(self) -> float:
        """Seconds since 1970."""
        return self._now / 1000

    def now_ms(self) -> int:
        return self._now

    def after(self, ms: int, work: Callable[[], None]) -> None:
        """Calls `work` once after this time."""
        self._added += 1
        self._timers.append((self._now + ms, self._added, work))

    def advance(self, seconds: float) -> None:
        """Turns the time, from one timer to the next. Threads that wait go on as they would in reality."""
        with self.changed:
            end = self._now + round(seconds * 1000)
            self._settle(1 if self._has_other_threads else 0)
            while True:
                waiting = len(self._deadlines)
                following = self._next(end)
                self._turn_to(end if following is None else following)
                if following is None:
                    return
                self._settle(waiting)

    def sleep(self, seconds: float) -> None:
        self.wait(lambda: False, seconds)

    def wait(self, is_over: Callable[[], bool], seconds: float) -> None:
        """Waits until `is_over`, or for this time."""
        with self.changed:
            deadline = self._now + round(seconds * 1000)
            if not self.is_own_thread():
                return self._wait_in_thread(is_over, deadline)
            while not is_over() and self._now < deadline:
                following = self._next(deadline)
                self._turn_to(deadline if following is None else following)

    def noted_thread(self) -> None:
        """A thread uses the gateway."""
        self._has_other_threads = self._has_other_threads or not self.is_own_thread()

    def is_own_thread(self) -> bool:
        """Whether this is the thread that made the clock."""
        return threading.get_ident() == self._owner

    def _wait_in_thread(self, is_over: Callable[[], bool], deadline: int) -> None:
        self._deadlines.append(deadline)
        self.changed.notify_all()
        try:
            self.changed.wait_for(lambda: is_over() or self._now >= deadline)
        finally:
            self._deadlines.remove(deadline)

    def _settle(self, waiting: int) -> None:
        self.changed.notify_all()
        self.changed.wait_for(lambda: len([at for at in self._deadlines if at > self._now]) >= waiting, _SETTLE_SEC)

    def _next(self, end: int) -> Optional[int]:
        """When the next timer or deadline until `end` is due. None: there is none."""
        due = [at for at in [*(timer[0] for timer in self._timers), *self._deadlines] if self._now < at <= end]
        due += [self._now for timer in self._timers if timer[0] <= self._now]
        return min(due, default=None)

    def _turn_to(self, now: int) -> None:
        self._now = max(self._now, now)
        due = sorted((timer for timer in self._timers if timer[0] <= self._now), key=lambda timer: timer[:2])
        for timer in due:
            self._timers.remove(timer)
        for _, _, work in due:
            work()
        self.changed.notify_all()


def time_of(ms: int) -> str:
    """A time of the API."""
    return f"{datetime.fromtimestamp(ms // 1000, timezone.utc):%Y-%m-%dT%H:%M:%S}.{ms % 1000:03d}Z"


def ms_of(text: str) -> int:
    """Milliseconds since 1970 of a time of the API."""
    at = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    return round(at.timestamp() * 1000)
