// Over https: install the service worker, tell it what it needs offline, and show when the companion cannot be reached.

const TRY_AGAIN_MS = 3000;
const ANSWER_MS = 8000;
const SAID_MS = 8000;
const note = document.getElementById("offline");
const refusal = document.getElementById("not-taken");
const card = document.getElementById("take-along"); // on the start page and on the offline page
const { worker, scope, health } = note.dataset;
let reached = true;
let prepared = false;
let checking = false;
let preparing = null;

const post = (news) => navigator.serviceWorker?.controller?.postMessage(news);

/** Poll until the companion answers. Tell the service worker each time, because browsers stop an idle one. */
async function check() {
  if (checking) return;
  checking = true;
  for (let before = reached; ; before = reached) {
    const signal = AbortSignal.timeout?.(ANSWER_MS);
    reached = navigator.onLine && (await fetch(health, { cache: "no-store", signal }).then((answer) => answer.ok, () => false));
    post(reached ? { reached, language: document.documentElement.lang } : { reached });
    if (reached && !before) await renewToken();
    showState();
    if (reached) break;
    await new Promise((resume) => setTimeout(resume, TRY_AGAIN_MS));
  }
  checking = false;
}

function showState() {
  show(reached ? "" : prepared ? note.dataset.saidPrepared : note.dataset.saidPlain);
}

function show(words) {
  note.hidden = !words;
  if (note.textContent !== words) note.textContent = words;
}

/** Fetch a CSRF token for a page that was made on the phone, which has none. */
async function renewToken() {
  const meta = document.querySelector("meta[name=csrf-token]");
  if (meta.content) return;
  const page = await fetch(note.dataset.page, { cache: "no-store" }).then((answer) => answer.text(), () => "");
  meta.content = new DOMParser().parseFromString(page, "text/html").querySelector("meta[name=csrf-token]")?.content ?? "";
  for (const field of document.querySelectorAll("input[name=csrf_token]")) field.value = meta.content;
}

const HEARD = {
  prepared(isReady) {
    prepared = isReady;
    showState();
    if (card) card.dataset.state = isReady ? "ready" : "plain";
    const isInstalled = matchMedia("(display-mode: standalone)").matches;
    if (!isReady && isInstalled && !navigator.connection?.saveData) prepare();
  },
  quick: (isQuick) => prepared && !isQuick && reached && prepare(),
  failed: (hasFailed) => hasFailed && card && (card.dataset.state = "failed"),
  sent(count) {
    const words = note.dataset.saidSent.replace("{count}", count);
    if (!document.dispatchEvent(new CustomEvent("said", { detail: words, cancelable: true }))) return; // the page shows it
    show(words);
    setTimeout(() => reached && show(""), SAID_MS);
  },
  /** The table of this page can be played offline. */
  copied: (isCopied) => document.documentElement.toggleAttribute("data-copied", isCopied),
  /** The server refused our moves: show the table as the server has it. */
  diverged: (code) => (document.querySelector("[data-code]")?.dataset.code === code ? location.reload() : introduce()),
  /** The moves that the companion refused. */
  refused([{ code, reason, moves }]) {
    refusal.querySelector("[data-words]").textContent = refusal.dataset.words.replace("{code}", code).replace("{reason}", reason);
    refusal.querySelector("[data-moves]").textContent = moves.join(" · ");
    refusal.hidden = false;
    refusal.querySelector("button").onclick = () => {
      refusal.hidden = true;
      post({ read: code });
    };
  },
};

/** Prepare in a worker of its own, because this blocks for seconds and the service worker must keep answering. */
function prepare() {
  if (preparing) return;
  if (card && !prepared) card.dataset.state = "loading";
  preparing = new Worker(worker);
  preparing.onmessage = ({ data }) => {
    preparing.terminate();
    hear(data);
    introduce(); // now the table of this page can be copied
  };
  preparing.postMessage({ prepare: true });
}

function hear(news) {
  for (const [what, about] of Object.entries(news)) HEARD[what]?.(about);
}

function introduce() {
  const copy = document.querySelector("[data-copy-url]")?.dataset.copyUrl;
  post({ opened: { copy } });
}

if (navigator.serviceWorker) {
  navigator.serviceWorker.register(worker, { scope, updateViaCache: "imports" }).catch(() => {}); // http, or a private window
  navigator.serviceWorker.addEventListener("controllerchange", introduce);
  navigator.serviceWorker.addEventListener("message", ({ data }) => hear(data));
  navigator.serviceWorker.startMessages();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") post({ keep: location.href });
  });
  card?.querySelector("button").addEventListener("click", () => {
    preparing = null;
    prepare();
  });
  introduce();
}
window.addEventListener("offline", check);
window.addEventListener("online", check);
check();
