"""A process of its own for printing, so that no live table waits for a PDF.

Jobs stand in a short queue; when it is full the answer is "busy" at once. What was printed is kept for a while, within
bounds, because a table asks for the same pad again.
"""

import pickle
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import IO, Any

from companion.render.pdf import PdfUnavailable

QUEUE = 8  # jobs that may wait
KEPT_BYTES = 32 * 1024 * 1024
LENGTH_BYTES = 8
SECONDS_PER_JOB = 60


class PressBusy(RuntimeError):
    """Too many jobs are waiting."""


class PressFailed(RuntimeError):
    """The printing process died or took too long; the next job gets a new one."""


class Press:
    def __init__(self, queue: int = QUEUE, kept_bytes: int = KEPT_BYTES) -> None:
        self.queue = queue
        self.places = threading.BoundedSemaphore(queue)
        self.at_work = threading.Lock()
        self.kept_bytes = kept_bytes
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self.worker: subprocess.Popen[bytes] | None = None

    @property
    def jobs(self) -> int:
        """How many are waiting or being printed."""
        return self.queue - self.places._value

    def printed(self, key: Hashable, job: Callable[..., bytes], *arguments: Any) -> bytes:
        """What `job(*arguments)` prints, kept under `key`. Raises what the job does, PressBusy or PressFailed."""
        if (kept := self.find(key)) is not None:
            return kept
        if not self.places.acquire(blocking=False):
            raise PressBusy
        try:
            with self.at_work:
                if (kept := self.find(key)) is None:  # somebody before us in the queue may have wanted the same
                    self.keep(key, kept := self.run(job, arguments))
                return kept
        finally:
            self.places.release()

    def find(self, key: Hashable) -> bytes | None:
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, pdf: bytes) -> None:
        self.kept[key] = pdf
        while len(self.kept) > 1 and sum(map(len, self.kept.values())) > self.kept_bytes:
            self.kept.popitem(last=False)

    def run(self, job: Callable[..., bytes], arguments: tuple[Any, ...]) -> bytes:
        worker = self.worker
        if worker is None or worker.poll() is not None:
            command = [sys.executable, "-m", "companion.render.press"]
            worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
            self.worker = worker
        assert worker.stdin and worker.stdout
        too_long = threading.Timer(SECONDS_PER_JOB, worker.kill)
        too_long.start()
        try:
            send(worker.stdin, (job, arguments))
            answer = receive(worker.stdout)
        except (OSError, EOFError) as error:
            self.close()
            raise PressFailed from error
        finally:
            too_long.cancel()
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, bytes)
        return answer

    def close(self) -> None:
        if self.worker is None:
            return
        self.worker.kill()
        for pipe in (self.worker.stdin, self.worker.stdout):
            assert pipe
            pipe.close()
        self.worker.wait()
        self.worker = None


def send(pipe: IO[bytes], message: object) -> None:
    packed = pickle.dumps(message)
    pipe.write(len(packed).to_bytes(LENGTH_BYTES, "big") + packed)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """The next message. Both ends are our own processes, so unpickling is safe."""
    length = int.from_bytes(exactly(pipe, LENGTH_BYTES), "big")
    return pickle.loads(exactly(pipe, length))  # noqa: S301


def exactly(pipe: IO[bytes], count: int) -> bytes:
    got = b""
    while len(got) < count:
        part = pipe.read(count - len(got))
        if not part:
            raise EOFError
        got += part
    return got


def work() -> None:
    """The printing process: one job after the other until the pipe is closed."""
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may get between the answers
    while True:
        try:
            job, arguments = receive(jobs)
        except EOFError:
            return
        try:
            answer: object = job(*arguments)
        except Exception as error:  # whatever it is, the asker must hear of it
            answer = error if isinstance(error, PdfUnavailable | ValueError) else RuntimeError(str(error))
        try:
            send(answers, answer)
        except BrokenPipeError:  # whoever asked is gone
            return


if __name__ == "__main__":
    work()
