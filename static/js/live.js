// The live line to a table: server-sent events that survive sleep, lost Wi-Fi and a restarted server.

const RETRY_MS = 1000; // and up to half as much again, so that not all phones come back at once
const NAP_MS = 5000; // a page hidden for longer may hold a line that is dead without knowing it
const MISSED_BEATS = 2.5; // so many heartbeats without a sound: the line is dead, though nobody has hung up
const CONNECT_MS = 5000; // a browser may ask along a line that it has kept, and that is as dead; the next try takes another

/**
 * Follow a table from `version` on. `onEvent(event)` gets every event once, in order; `onState` gets "connecting",
 * "open" or "lost"; `onInk` gets strokes that come with an event, where a stream brings them. The browser resumes with
 * Last-Event-ID by itself; where it gives up, we open a new line from the last event seen.
 */
export function follow(url, version, { onEvent, onState = () => {}, onInk = () => {} }) {
  let seen = Number(version);
  let source = null;
  let timer = null;
  let hiddenAt = null;
  let patience = 0; // milliseconds until the next sound, told by the first heartbeat
  let silence = null;

  function open() {
    close();
    silence = setTimeout(missed, CONNECT_MS);
    source = new EventSource(`${url}?after=${seen}&beats=1`);
    source.onopen = () => {
      heard();
      onState("open");
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
    source.addEventListener("ink", (message) => onInk(JSON.parse(message.data)));
    source.onerror = () => {
      onState("lost");
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      timer = setTimeout(open, RETRY_MS * (1 + Math.random() / 2));
    };
  }

  function heard() {
    clearTimeout(silence);
    if (patience) silence = setTimeout(missed, patience);
  }

  function missed() {
    onState("lost");
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
  window.addEventListener("offline", () => onState("lost"));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && open());

  onState("connecting");
  open();
}
