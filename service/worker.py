"""gunicorn's worker with threads, made for many who wait: they end when it stops."""

from __future__ import annotations

import queue
import select
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any

from gunicorn.http.parser import RequestParser
from gunicorn.workers.gthread import TConn, ThreadWorker

from service import memory
from service.api import unread
from service.master import STOPS

_IDLE_S = 5.0
"""Until a thread without work ends."""
_RUSH = 16
"""So many threads must have ended that their memory is worth giving back."""
_LARGE_RUSH = 100
"""After so many a new worker takes less memory than this one can get down to."""
_CALM_S = 8.0
"""For so long no more must end; by then connections to Redis are closed too."""

_SOON_MS = 20
"""For so long a thread waits for the next request on its connection."""

_Job = tuple[Future[Any], Callable[[], Any]]
_Inbox = queue.SimpleQueue[_Job]


class Threads(Executor):
    """A pool of threads that shrinks again; those of concurrent.futures never end.

    The thread that has been idle for the shortest time gets the next job, so that the
    others can end.
    """

    def __init__(self, most: int) -> None:
        self._most = self._free = self._least_free = most
        self._lock = threading.Lock()
        self._idle: list[_Inbox] = []
        self._jobs: deque[_Job] = deque()
        self._ended = time.monotonic()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kw: Any) -> Future[Any]:
        """Do something soon, in a thread of its own if there may be one more."""
        job = Future[Any](), lambda: fn(*args, **kw)
        with self._lock:
            if self._idle:
                self._idle.pop().put(job)
            elif not self._free or not self._begin(job):
                self._jobs.append(job)
        return job[0]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the threads alone: they end with the process."""

    def ended_in_rush(self) -> int:
        """Return, once after each rush when it is calm, how many threads have ended.

        To be asked often, by one thread; 0 at any other time.
        """
        with self._lock:
            calm = time.monotonic() - self._ended > _CALM_S
            ended = self._free - self._least_free
            if not calm or ended < _RUSH:
                return 0
            self._least_free = self._free
            return ended

    def rests(self) -> bool:
        """Return whether nobody is being answered."""
        with self._lock:
            return self._free + len(self._idle) == self._most

    def _begin(self, job: _Job) -> bool:
        """Start a thread with its first job, unless the system has no more of them."""
        with suppress(RuntimeError):
            threading.Thread(target=self._work, args=[job], daemon=True).start()
            self._free -= 1
            self._least_free = min(self._least_free, self._free)
            return True
        return False

    def _work(self, first: _Job) -> None:
        inbox: _Inbox = queue.SimpleQueue()
        job: _Job | None = first
        while job:
            future, call = job
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)
            del future, call  # or they would live as long as this thread is idle
            job = self._next(inbox)

    def _next(self, inbox: _Inbox) -> _Job | None:
        with self._lock:
            if self._jobs:
                return self._jobs.popleft()
            self._idle.append(inbox)
        with suppress(queue.Empty):
            return inbox.get(timeout=_IDLE_S)
        with self._lock:
            if inbox in self._idle:
                self._idle.remove(inbox)
                self._free += 1
                self._ended = time.monotonic()
                return None
        return inbox.get()  # it came at the last moment


class Worker(ThreadWorker):
    """Answers each request, and so feeds each stream, in a thread of its own.

    At a stop gunicorn waits until all requests have ended, and by itself ends none. So
    streams and long polls are told to end; what is being answered is answered.
    """

    _is_worn = False
    """Whether a large rush has left memory behind that a process cannot return."""

    def get_thread_pool(self) -> Any:
        """Return the threads that gunicorn is to use."""
        return Threads(self.cfg.threads)

    def init_process(self) -> None:
        """Set the worker up and serve."""
        unread.answer_in_place_of_gunicorn()
        super().init_process()

    def init_signals(self) -> None:
        """Listen to signals, and let those in that have come since the fork."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    def notify(self) -> None:
        """Tell the master, about once a second, that this worker lives."""
        super().notify()
        pool: Any = self.tpool
        ended = pool.ended_in_rush()
        if ended:
            memory.give_back()
        self._is_worn |= ended >= _LARGE_RUSH
        if self._is_worn and self.alive and pool.rests():
            self._make_room()

    def _make_room(self) -> None:
        """Stop, so that the master begins a new worker; one at a time does so."""
        app: Any = self.app  # server.Gunicorn, a layer above
        if app.takes_turn():
            self.handle_exit(signal.SIGTERM, None)

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """Begin a stop that lets requests end."""
        super().handle_exit(sig, frame)
        self.method_queue.defer(self._dismiss)

    def handle_quit(self, sig: Any, frame: Any) -> None:
        """Begin a stop that waits for nobody."""
        self._dismiss()
        super().handle_quit(sig, frame)

    def handle(self, conn: TConn) -> Any:
        """Serve a connection as long as requests come close together.

        gunicorn would give it back to the one thread that accepts after each of them,
        and hand it from there to a thread again. If it is not to be kept, it is closed
        here: there, a client that does not close its own end would stop all others for
        two seconds.
        """
        kept = super().handle(conn)
        while kept is True and _has_more(conn):
            kept = super().handle(conn)
        if kept is False:
            conn.close(graceful=True)
            conn.close = _closed_already  # type: ignore[method-assign]
        return kept

    def _dismiss(self) -> None:
        app: Any = self.app  # server.Gunicorn, a layer above
        app.dismiss()


def _has_more(conn: TConn) -> bool:
    """Return whether a connection's next request is there, or comes very soon."""
    if not isinstance(conn.parser, RequestParser):  # HTTP/2 keeps its thread itself
        return False
    if conn.parser.unreader.buf.getvalue():
        return True
    poll = select.poll()
    poll.register(conn.sock, select.POLLIN)
    return bool(poll.poll(_SOON_MS))


def _closed_already(graceful: bool = False) -> None:
    """Stand in for a method that has done its work."""
