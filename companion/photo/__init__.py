"""Read marks on a printed page from a photo: find the page, straighten it, compare it with the blank. Knows no rules.

numpy and OpenCV come with the extra `[photo]` and are imported by the functions that need them, so that a companion
without them starts as fast and can do everything else.
"""

import os

# One thread: worker processes share the cores, and threads that wait for each other cost more than they save.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # must be set before numpy is imported
