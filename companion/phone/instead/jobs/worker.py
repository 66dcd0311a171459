"""Takes the place of `companion/jobs/worker.py` on a phone, which has no processes."""


class WorkerFailed(RuntimeError):
    """Never raised: there is no worker that could fail."""


class WorkerNotStarted(RuntimeError):
    """There is no worker."""


class Worker:
    alive = False

    def __init__(self, memory_bytes: int) -> None:
        raise WorkerNotStarted

    def run(self, job: bytes, seconds: float, result_bytes: int) -> bytes:
        raise WorkerFailed

    def close(self) -> None:
        pass
