"""A process that runs one job at a time, and the server's handle on it.

Only our two processes can write to the pipes, so unpickling is safe.
"""

import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from typing import IO

LENGTH_BYTES = 8
NICENESS = 10  # phones come first
PARENT_CHECK_SECONDS = 1.0


class WorkerFailed(RuntimeError):
    """The process died, took too long or returned too much. It has ended."""


class Worker:
    """A worker process as the server sees it."""

    def __init__(self, memory_bytes: int) -> None:
        start = f"from companion.jobs.worker import run_jobs; run_jobs({os.getpid()}, {memory_bytes})"
        command = [sys.executable, "-c", start]
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        except OSError as error:
            raise WorkerFailed from error
        self.end = weakref.finalize(self, end_process, self.process)  # also when nobody closes this worker
        self.alive = True

    def run(self, job: bytes, seconds: float, result_bytes: int) -> bytes:
        """Return the job's pickled result. Raises what the job raises, or WorkerFailed."""
        assert self.process.stdin and self.process.stdout
        too_long = threading.Timer(seconds, self.process.kill)
        too_long.start()
        try:
            send(self.process.stdin, job)
            succeeded = receive(self.process.stdout, 1)
            answer = receive(self.process.stdout, result_bytes)
        except (OSError, EOFError) as error:
            self.close()
            raise WorkerFailed from error
        finally:
            too_long.cancel()
        if succeeded == b"\0":
            raise pickle.loads(answer)  # noqa: S301
        return answer

    def close(self) -> None:
        self.alive = False
        self.end()


def end_process(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin and process.stdout
    process.kill()
    process.stdout.close()
    with suppress(BrokenPipeError):  # part of a job was not sent yet
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


def run_jobs(server: int, memory_bytes: int) -> None:
    """Run jobs one by one until the server closes the pipe."""
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output of libraries must not mix with the results
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then closes the pipe
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    threading.Thread(target=exit_with_server, args=(server,), daemon=True).start()
    while True:
        try:
            function, arguments = pickle.loads(receive(jobs))  # noqa: S301
        except EOFError:
            return
        try:
            succeeded, answer = b"\1", pickle.dumps(function(*arguments))
        except MemoryError:
            os._exit(1)
        except Exception as error:
            succeeded, answer = b"\0", pickle_error(error)
        try:
            send(answers, succeeded)
            send(answers, answer)
        except BrokenPipeError:
            return


def pickle_error(error: Exception) -> bytes:
    """Pickle an error; replace one that cannot be pickled by a RuntimeError with its text."""
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return packed


def exit_with_server(server: int) -> None:
    """End this process when the server is gone, even in the middle of a job."""
    while os.getppid() == server:
        time.sleep(PARENT_CHECK_SECONDS)
    os._exit(0)
