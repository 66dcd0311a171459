"""A process that runs one job at a time, and the server's handle on it; the same on Linux, macOS and Windows.

Only our two processes can write to the pipes, so unpickling is safe.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from typing import IO

LENGTH_BYTES = 8
START_SECONDS = 60  # on a busy machine; usually a tenth of a second
NICENESS = 10  # phones come first
MEMORY_CHECK_SECONDS = 0.1
READY = b"ready"


class WorkerFailed(RuntimeError):
    """The process died, took too long or returned too much. It has ended."""


class WorkerNotStarted(RuntimeError):
    """The system does not start the process, or it ended before it was ready."""


class WorkerSlow(WorkerNotStarted):
    """The process was still alive, but not ready within START_SECONDS. It has been ended."""


class Worker:
    """A worker process as the server sees it."""

    def __init__(self, memory_bytes: int) -> None:
        command = [sys.executable, "-c", f"from companion.jobs.worker import run_jobs; run_jobs({memory_bytes})"]
        pipe = subprocess.PIPE
        lower_priority = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # Windows
        try:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, creationflags=lower_priority)  # noqa: S603
        except OSError as error:
            raise WorkerNotStarted(str(error)) from error
        self.end = weakref.finalize(self, end_process, self.process)  # also when nobody closes this worker
        self.alive = True
        self.too_slow = False
        try:
            self.exchange(None, START_SECONDS, len(READY))
        except WorkerFailed as error:
            if self.too_slow:
                raise WorkerSlow(f"not ready after {START_SECONDS} seconds") from error
            raise WorkerNotStarted(f"exit code {self.process.returncode}") from error

    def run(self, job: bytes, seconds: float, result_bytes: int) -> bytes:
        """Return the job's pickled result. Raises what the job raises, or WorkerFailed."""
        answer = self.exchange(job, seconds, result_bytes + 1)
        if answer[:1] == b"\0":
            raise pickle.loads(answer[1:])  # noqa: S301
        return answer[1:]

    def exchange(self, message: bytes | None, seconds: float, most_bytes: int) -> bytes:
        """Send a message, if any, and return the answer. Raises WorkerFailed, and then the process has ended."""
        assert self.process.stdin and self.process.stdout
        too_long = threading.Timer(seconds, self.give_up)
        too_long.start()
        try:
            if message is not None:
                send(self.process.stdin, message)
            return receive(self.process.stdout, most_bytes)
        except (OSError, EOFError) as error:
            self.close()
            raise WorkerFailed from error
        finally:
            too_long.cancel()

    def give_up(self) -> None:
        self.too_slow = True
        self.process.kill()

    def close(self) -> None:
        self.alive = False
        self.end()


def end_process(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin and process.stdout
    process.kill()
    process.stdout.close()
    with suppress(OSError):  # part of a job was not sent yet
        process.stdin.close()
    process.wait()


def send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(len(message).to_bytes(LENGTH_BYTES, "big") + message)
    pipe.flush()


def receive(pipe: IO[bytes], most_bytes: int | None = None) -> bytes:
    """Return the next message. Raises EOFError if there is none, or if it is too long."""
    length = int.from_bytes(read_exactly(pipe, LENGTH_BYTES), "big")
    if most_bytes is not None and length > most_bytes:
        raise EOFError
    return read_exactly(pipe, length)


def read_exactly(pipe: IO[bytes], count: int) -> bytes:
    got = bytearray()
    while len(got) < count:
        part = pipe.read(count - len(got))
        if not part:
            raise EOFError
        got += part
    return bytes(got)


# In the worker process


def run_jobs(memory_bytes: int) -> None:
    """Run jobs one by one until the server closes the pipe, or is gone."""
    orders, answers = os.fdopen(os.dup(sys.stdin.fileno()), "rb"), os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output of libraries must not mix with the results
    # Libraries must not meet our pipe as their standard input either: on Windows, loading numpy asks for its type, and
    # that waits until the thread below has read something.
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then closes the pipe
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    limit_memory(memory_bytes)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=receive_jobs, args=(orders, jobs), daemon=True).start()
    send(answers, READY)
    while True:
        function, arguments = pickle.loads(jobs.get())  # noqa: S301
        try:
            answer = b"\1" + pickle.dumps(function(*arguments))
        except MemoryError:
            os._exit(1)
        except Exception as error:
            answer = b"\0" + pickle_error(error)
        try:
            send(answers, answer)
        except OSError:
            os._exit(0)


def receive_jobs(orders: IO[bytes], jobs: "queue.SimpleQueue[bytes]") -> None:
    """Queue what the server sends; end this process when the server is gone, even in the middle of a job."""
    try:
        while True:
            jobs.put(receive(orders))
    except (OSError, EOFError):
        os._exit(0)


def limit_memory(memory_bytes: int) -> None:
    """Limit the memory of this process: by the system on Linux; elsewhere by a thread that ends the process. macOS has
    the same function as Linux and always refuses (ValueError), and Windows has none."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    except (ImportError, ValueError, OSError):
        threading.Thread(target=watch_memory, args=(memory_bytes,), daemon=True).start()


def watch_memory(memory_bytes: int) -> None:
    while peak_bytes() <= memory_bytes:
        time.sleep(MEMORY_CHECK_SECONDS)
    os._exit(1)


def peak_bytes() -> int:
    """Return the most memory that this process has used so far."""
    if sys.platform == "linux":
        # ru_maxrss would begin with what the server had used when it started this process.
        with open("/proc/self/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))
    if sys.platform != "win32":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    import ctypes
    from ctypes import wintypes

    class Counters(ctypes.Structure):  # PROCESS_MEMORY_COUNTERS
        _fields_ = [
            ("size", wintypes.DWORD),
            ("faults", wintypes.DWORD),
            ("peak", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 7),
        ]

    counters = Counters()
    counters.size = ctypes.sizeof(counters)
    this_process = wintypes.HANDLE(-1)
    ctypes.windll.kernel32.K32GetProcessMemoryInfo(this_process, ctypes.byref(counters), counters.size)
    return counters.peak


def pickle_error(error: Exception) -> bytes:
    """Pickle an error; replace one that cannot be pickled by a RuntimeError with its text."""
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return packed
