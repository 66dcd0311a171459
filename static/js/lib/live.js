// The live connection to a table: server-sent events that survive sleep, lost Wi-Fi and a restarted server.

const RETRY_MS = 1000; // plus up to 50 %, so that phones do not all reconnect at once
const NAP_MS = 5000; // after this long in the background a connection may be dead without an error
const MISSED_BEATS = 2.5; // after this many missing heartbeats the connection counts as dead
const AWAY_MS = 4000; // another phone is shown as away after this long
const CONNECT_MS = 5000; // a browser may reuse a dead connection; the next attempt opens a new one

/** Show the state of the connection: "connecting", "open" or "lost". */
export function showConnection(state) {
  const connection = document.getElementById("connection");
  if (!connection) return;
  connection.hidden = false;
  connection.dataset.state = state;
}

let away = "";
let waiting = null;

/** Mark absent seats in `data-away` for the stylesheet; wait a moment first, so that a reload does not count. */
function showAway(seats) {
  if (seats === away) return;
  away = seats;
  clearTimeout(waiting);
  const still = seats.split(" ").filter((seat) => (document.documentElement.dataset.away ?? "").split(" ").includes(seat));
  document.documentElement.dataset.away = still.join(" "); // show returns at once
  waiting = setTimeout(() => (document.documentElement.dataset.away = seats), AWAY_MS);
}

/**
 * Follow a table from `version` on. `onEvent(event)` gets every event once, in order; `onInk` gets the strokes of an
 * event, if the stream sends them. The browser resumes with Last-Event-ID by itself; if it gives up, we open a new
 * connection from the last event seen.
 */
export function follow(url, version, onEvent, onInk = () => {}) {
  let seen = Number(version);
  let source = null;
  let timer = null;
  let hiddenAt = null;
  let patience = 0; // milliseconds to wait for the next message, set by the first heartbeat
  let silence = null;

  function open() {
    close();
    silence = setTimeout(missed, CONNECT_MS);
    source = new EventSource(`${url}?after=${seen}&beats=1`);
    source.onopen = () => {
      showAway("");
      heard();
      showConnection("open");
    };
    source.addEventListener("beat", (message) => {
      patience = Number(message.data) * 1000 * MISSED_BEATS;
      heard();
    });
    source.onmessage = (message) => {
      heard();
      const number = Number(message.lastEventId);
      if (number <= seen) return;
      seen = number;
      onEvent(JSON.parse(message.data));
    };
    source.addEventListener("away", (message) => showAway(message.data));
    source.addEventListener("ink", (message) => onInk(JSON.parse(message.data)));
    source.onerror = () => {
      showConnection("lost");
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      timer = setTimeout(open, RETRY_MS * (1 + Math.random() / 2));
    };
  }

  function heard() {
    clearTimeout(silence);
    if (patience) silence = setTimeout(missed, patience);
  }

  function missed() {
    showConnection("lost");
    open();
  }

  function close() {
    clearTimeout(timer);
    clearTimeout(silence);
    source?.close();
    source = null;
  }

  function awake() {
    const napped = hiddenAt !== null && Date.now() - hiddenAt > NAP_MS;
    hiddenAt = null;
    if (napped || source?.readyState !== EventSource.OPEN) open();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else awake();
  });
  window.addEventListener("online", open);
  window.addEventListener("offline", () => showConnection("lost"));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && open());

  showConnection("connecting");
  open();
}
