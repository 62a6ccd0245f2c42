import asyncio
import math
import threading
import time
from datetime import datetime, timezone
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

# How long a test waits, in seconds of the system, for a thread that neither ends nor waits again.
_SETTLE_SEC = 2
# How often it looks whether a thread has ended.
_LOOK_SEC = 0.01


class _Changes(threading.Condition):
    """A condition that tasks can wait for, too."""

    def __init__(self) -> None:
        super().__init__(threading.RLock())
        self.wakes: Set[Callable[[], object]] = set()
        """Each wakes a task that waits. Called from any thread."""

    def notify_all(self) -> None:
        super().notify_all()
        for wake in self.wakes:
            wake()


class ManualClock:
    """A clock that stands still until a test turns it.

    In the thread that made it, a wait passes at once: the time goes on by itself, because no one else could turn it. In another
    thread, a wait lasts until the test turns the time or what is waited for happens. The same is true of the task that made it,
    and of other tasks. If no task made it, a wait in this thread passes at once.

    start: in seconds since 1970. Default: the present.
    """

    def __init__(self, start: Optional[float] = None) -> None:
        # Whole milliseconds, as the API has them.
        self._now = round((time.time() if start is None else start) * 1000)
        self._owner = threading.get_ident()
        self._owner_task = _current_task()
        self._timers: List[Tuple[int, int, Callable[[], None]]] = []
        self._added = 0
        self._waiting: Dict[threading.Thread, Tuple[float, Callable[[], bool]]] = {}
        """Until when each thread waits, and for what."""
        self._threads: Set[threading.Thread] = set()
        """The others that use the gateway, and may wait soon."""
        self.changed = _Changes()
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

    async def wait_in_task(self, is_over: Callable[[], bool], seconds: float = math.inf) -> None:
        """Waits as `wait` does, and lets the other tasks go on."""
        if self.is_own_task():
            return self.wait(is_over, seconds)
        loop, woken, deadline = asyncio.get_running_loop(), asyncio.Event(), self._now + seconds * 1000

        def wake() -> None:
            loop.call_soon_threadsafe(woken.set)

        with self.changed:
            self.changed.wakes.add(wake)
        try:
            while self._now < deadline and not is_over():
                await woken.wait()
                woken.clear()
        finally:
            with self.changed:
                self.changed.wakes.remove(wake)

    def noted_thread(self) -> None:
        """A thread uses the gateway."""
        if not self.is_own_thread():
            self._threads.add(threading.current_thread())

    def is_own_thread(self) -> bool:
        """Whether this is the thread that made the clock."""
        return threading.get_ident() == self._owner

    def is_own_task(self) -> bool:
        """Whether this is the task that made the clock, or a task of its thread if no task that goes on made it."""
        owner = self._owner_task
        return self.is_own_thread() and (owner is None or owner.done() or owner is _current_task())

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


def _current_task() -> "Optional[asyncio.Task[Any]]":
    """None: this is no task."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def time_of(ms: int) -> str:
    """A time of the API."""
    return f"{datetime.fromtimestamp(ms // 1000, timezone.utc):%Y-%m-%dT%H:%M:%S}.{ms % 1000:03d}Z"


def ms_of(text: str) -> int:
    """Milliseconds since 1970 of a time of the API."""
    at = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    return round(at.timestamp() * 1000)
