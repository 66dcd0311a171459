"""Bad connections between a phone and the server."""

import contextlib
import socket
import threading

from playwright.sync_api import Page, Route


class Held:
    """Holds back the answers to some requests of a page until they are released."""

    def __init__(self, page: Page, requests: str) -> None:
        self.waiting: list[Route] | None = []
        page.route(requests, self.ask)

    def ask(self, route: Route) -> None:
        if self.waiting is None:
            route.continue_()
        else:
            self.waiting.append(route)

    def let_go(self) -> None:
        waiting, self.waiting = self.waiting, None
        for route in waiting or []:
            route.continue_()


class Line:
    """A TCP proxy that can be cut or fall silent, because a browser's own offline mode leaves open streams alone."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.whole = True
        self.ends: set[socket.socket] = set()
        self.streams: set[socket.socket] = set()
        self.silent: set[socket.socket] = set()
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self.listener.accept()
                self.connect(phone)

    def connect(self, phone: socket.socket) -> None:
        with self.lock:
            if not self.whole:
                phone.close()
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.server_port))
            except OSError:
                phone.close()
                return
            self.ends |= {phone, server}
        for source, target in ((phone, server), (server, phone)):
            threading.Thread(target=self.carry, args=(source, target), daemon=True).start()

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if b"/stream?" in data:
                    self.streams |= {source, target}
                if source not in self.silent:
                    target.sendall(data)
        for end in (source, target):
            self.hang_up(end)

    def hang_up(self, end: socket.socket) -> None:
        with self.lock:
            self.ends.discard(end)
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()

    def cut(self) -> None:
        with self.lock:
            self.whole = False
            ends = list(self.ends)
        for end in ends:
            self.hang_up(end)

    def fall_silent(self) -> None:
        """Keep streams open but send nothing on them, as after a Wi-Fi handover; new ones work. A browser would first
        try its other dead connections in turn, which only takes longer."""
        self.silent |= self.streams

    def mend(self) -> None:
        with self.lock:
            self.whole = True

    def close(self) -> None:
        self.cut()
        # A thread that waits in accept() does not notice close() alone.
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
