import math
import threading
import time
from datetime import datetime, timezone
from typing import Callable, Dict, List, Optional, Set, Tuple

# How long a test waits, in seconds of the system, for a thread that neither ends nor waits again.
_SETTLE_SEC = 2
# How often it looks whether a thread has ended.
_LOOK_SEC = 0.01


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
        self._waiting: Dict[threading.Thread, Tuple[float, Callable[[], bool]]] = {}
        """Until when each thread waits, and for what."""
        self._threads: Set[threading.Thread] = set()
        """The others that use the gateway, and may wait soon."""
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
            self._settle()
            while True:
                following = self._next(end)
                self._turn_to(end if following is None else following)
                if following is None:
                    return
                self._settle()

    def sleep(self, seconds: float) -> None:
        self.wait(lambda: False, seconds)

    def wait(self, is_over: Callable[[], bool], seconds: float) -> None:
        """Waits until `is_over`, or for this time."""
        with self.changed:
            if not self.is_own_thread():
                return self.wait_in_thread(is_over, self._now + seconds * 1000)
            deadline = self._now + round(seconds * 1000)
            while not is_over() and self._now < deadline:
                following = self._next(deadline)
                self._turn_to(deadline if following is None else following)

    def noted_thread(self) -> None:
        """A thread uses the gateway."""
        if not self.is_own_thread():
            self._threads.add(threading.current_thread())

    def is_own_thread(self) -> bool:
        """Whether this is the thread that made the clock."""
        return threading.get_ident() == self._owner

    def wait_in_thread(self, is_over: Callable[[], bool], deadline: float = math.inf) -> None:
        """Waits in another thread than that of the test. deadline: in milliseconds since 1970."""
        thread = threading.current_thread()
        self._waiting[thread] = (deadline, is_over)
        self.changed.notify_all()
        try:
            self.changed.wait_for(lambda: not self._goes_on_waiting(thread))
        finally:
            del self._waiting[thread]
            self._threads.add(thread)

    def _settle(self) -> None:
        """Lets the other threads go on until each of them has ended or waits. One that does neither is not waited for again."""
        end = time.monotonic() + _SETTLE_SEC
        self.changed.notify_all()
        while any(map(self._is_busy, self._threads)) and time.monotonic() < end:
            self.changed.wait(_LOOK_SEC)
        self._threads = {thread for thread in self._threads if thread in self._waiting}

    def _is_busy(self, thread: threading.Thread) -> bool:
        return thread.is_alive() and not (thread in self._waiting and self._goes_on_waiting(thread))

    def _goes_on_waiting(self, thread: threading.Thread) -> bool:
        deadline, is_over = self._waiting[thread]
        return self._now < deadline and not is_over()

    def _next(self, end: int) -> Optional[int]:
        """When the next timer or deadline until `end` is due. None: there is none."""
        due = [math.ceil(at) for at, _ in self._waiting.values() if self._now < at <= end]
        due += [max(timer[0], self._now) for timer in self._timers if timer[0] <= end]
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
