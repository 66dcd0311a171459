// The service worker: network first; offline, answer from the cache or from our Python code (phone.js).

const { version: VERSION, shell: SHELL, offline: OFFLINE, home: HOME, bundle: BUNDLE, pyodide: PYODIDE, engine: ENGINE } = {{ told | tojson }};
const CACHE = `companion-${VERSION}`;
const MOST_PAGES = 80;
const PATIENCE_MS = 6000; // then show the cached page; without one, keep waiting
const KEPT = ["text/html", "application/pdf"];
const NEVER_HERE = ["api", "healthz", "metrics", "static", "offline", "manifest.webmanifest", "worker.js"]; // first parts of paths

/** Check that an answer comes from our own version: cached pages and files must fit together. */
const isOurs = (answer) => answer.ok && answer.headers.get("Companion-Version") === VERSION;

/** Check that the companion answered: a proxy answers 502 or 504 when it is off. */
const isUp = (answer) => ![502, 504].includes(answer.status);

{% include "installing/memory.js" %}
{% include "installing/phone.js" %}
{% include "installing/copies.js" %}

self.addEventListener("install", (event) => {
  importScripts(...SCRIPTS); // a service worker cannot import other scripts later
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

async function keepShell() {
  const cache = await caches.open(CACHE);
  await Promise.all(SHELL.map(async (address) => {
    const answer = await fetch(address, { cache: "reload" });
    if (!isOurs(answer)) throw new Error(`${address} belongs to another version`); // the browser will try again later
    await cache.put(address, answer);
  }));
  if ((await caches.keys()).some((name) => name.endsWith("-phone"))) await download(); // this phone was prepared before
}

self.addEventListener("activate", (event) => event.waitUntil(forgetOtherVersions().then(() => self.clients.claim())));

async function forgetOtherVersions() {
  const names = await caches.keys();
  const old = (name) => /^(companion|pyodide)-/.test(name) && ![CACHE, ON_PHONE, ENGINE].includes(name);
  await Promise.all(names.filter(old).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(HOME)) return;
  if (request.method !== "GET" && !request.referrer.startsWith(`${location.origin}/`)) return; // a form of another site
  if (request.method === "GET" && SHELL.includes(pathname)) return event.respondWith(load(request));
  const path = pathname.slice(HOME.length - 1);
  const [, code, what = ""] = TABLE.exec(path) ?? [];
  if (code && what === "stream") return;
  if (code && (!copies || copies.has(code))) return event.respondWith(openTable(request, code, what));
  if (request.mode === "navigate" && request.method === "GET") return event.respondWith(openPage(request));
  const isForm = !(request.headers.get("Content-Type") ?? "").startsWith("multipart/");
  if (!code && isForm && !NEVER_HERE.includes(path.split("/")[1])) event.respondWith(ask(request));
});

async function openTable(request, code, what) {
  await reading;
  const copy = copies.get(code);
  const isPage = request.mode === "navigate" && request.method === "GET";
  if (!copy) return isPage ? openPage(request) : fetch(request);
  const answer = await inLine(() => atTable(copy, request, what)).catch(() => Response.error());
  if (request.mode !== "navigate" || answer.type !== "error") return answer;
  return isPage ? openPage(request) : sayOffline();
}

async function openPage(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  const patience = kept || (await isPrepared()) ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {};
  try {
    const answer = await fetch(request, patience);
    if (!isUp(answer) && patience.signal) throw new Error(answer.status);
    const kind = (answer.headers.get("Content-Type") ?? "").split(";")[0];
    if (isOurs(answer) && KEPT.includes(kind) && !answer.redirected) await keep(request.url, answer.clone());
    return answer;
  } catch {
    if (kept && (await speaks(kept))) return kept;
    return (await askPhone(request).catch(() => null)) ?? kept ?? sayOffline();
  }
}

/** Return the offline page, which says what works; it is shown at the requested URL. */
async function sayOffline() {
  const kept = await (await caches.open(CACHE)).match(OFFLINE);
  if (await speaks(kept)) return kept;
  return (await askPhone({ method: "GET", url: new URL(OFFLINE, location) }).catch(() => null)) ?? kept;
}

/** Check whether a cached page is in the language chosen last. */
async function speaks(kept) {
  const { lang } = (await recall("cookies")) ?? {};
  const isPage = kept.headers.get("Content-Type")?.startsWith("text/html");
  return !lang || !isPage || (await kept.clone().text()).includes(`<html lang="${lang}"`);
}

/** Answer a form or a request of a script. */
async function ask(request) {
  const body = request.method === "POST" ? await request.clone().text() : "";
  try {
    if (isDown && (await isPrepared())) throw new Error("The companion does not answer");
    return await fetch(request);
  } catch {
    const headers = { "content-type": request.headers.get("Content-Type") ?? "" };
    const answer = await askPhone({ method: request.method, url: request.url, headers }, body).catch(() => null);
    return answer ?? (request.mode === "navigate" ? sayOffline() : Response.error());
  }
}

async function load(request) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(CACHE)).match(request.url, { ignoreSearch: true })) ?? Response.error();
  }
}

/** Cache a page and drop the oldest ones. */
async function keep(address, answer) {
  const cache = await caches.open(CACHE);
  await cache.delete(address);
  await cache.put(address, answer);
  const pages = (await cache.keys()).filter(({ url }) => !SHELL.includes(new URL(url).pathname));
  for (const old of pages.slice(0, -MOST_PAGES)) await cache.delete(old);
}

self.addEventListener("push", (event) => {
  const { title, body, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: url, data: url }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(focusTable(new URL(event.notification.data, location.origin).href));
});

async function focusTable(address) {
  const open = (await self.clients.matchAll({ type: "window" })).find((client) => client.url.startsWith(address));
  return open ? open.focus() : self.clients.openWindow(address);
}

// Messages from pages (static/js/installing/main.js). To prepare, a page runs this script as a worker of its own.
const HEARD = {
  /** A page is being left: cache it again, because the table has changed since it was opened. */
  keep: (address) => new URL(address).origin === location.origin && fetch(address).then((answer) => isOurs(answer) && keep(address, answer)),
  /** The language of a page that came from the server. */
  language: (lang) => changeCookies({ lang }),
  /** A page was opened; `copy` is the URL of a table that this phone may copy. */
  async opened({ copy }, page) {
    await reading;
    const refused = await recall("refused");
    page.postMessage({ prepared: await isPrepared(), quick: await isKept(SNAPSHOT), ...(refused?.length ? { refused } : {}) });
    await sendAll();
    if (!copy) return;
    await inLine(() => takeCopy(copy)).catch(() => {});
    page.postMessage({ copied: copies.has(TABLE.exec(copy.slice(HOME.length - 1))?.[1]) });
  },
  async prepare(_, page) {
    const worked = await prepare().then(() => true, (error) => console.warn(error));
    page.postMessage({ prepared: await isPrepared(), quick: true, failed: !worked });
  },
  /** The companion can be reached; if not, start Python on the phone. */
  async reached(isReached) {
    isDown = !isReached;
    await reading;
    if (isReached) await sendAll();
    else if (await isPrepared()) await startPhone();
  },
  read: (code) => recall("refused").then((refused = []) => remember("refused", refused.filter((told) => told.code !== code))),
};

self.addEventListener("message", (event) => {
  const told = Object.entries(event.data ?? {}).filter(([what]) => what in HEARD);
  const heard = Promise.all(told.map(([what, about]) => HEARD[what](about, event.source ?? self))).catch(() => {});
  event.waitUntil?.(heard);
});
