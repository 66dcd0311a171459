"""Encrypt connections with the certificate in use, and notice when it was renewed."""

import os
import socket
import ssl
from contextlib import suppress

from companion.hosting.certificates import Store

HANDSHAKE_SECONDS = 15


class Encryption:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.read_at = 0.0
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.load()

    def load(self) -> None:
        """Load the certificate again if it was renewed. Keep the old one if the new one cannot be used yet."""
        with suppress(OSError):
            changed = max(os.stat(file).st_mtime for file in (self.store.certificate, self.store.key))
            if changed != self.read_at:
                self.context.load_cert_chain(self.store.certificate, self.store.key)  # SSLError is an OSError
                self.read_at = changed

    def wrap(self, client: socket.socket) -> ssl.SSLSocket:
        """Return the encrypted connection; nothing is read from the client yet."""
        self.load()
        return self.context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
