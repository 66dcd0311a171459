// The service worker: with a connection everything comes from the companion, without one from what was kept.

const { version: VERSION, shell: SHELL, offline: OFFLINE } = {{ told | tojson }};
const CACHE = `companion-${VERSION}`;
const MOST_PAGES = 80;
const PATIENCE_MS = 6000; // then a page that was kept is shown; one that was not may take as long as it needs
const KEPT = ["text/html", "application/pdf"];

/** What another version sent is not kept: pages and files must fit together. */
const isOurs = (answer) => answer.ok && answer.headers.get("Companion-Version") === VERSION;

self.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));

async function keepShell() {
  const cache = await caches.open(CACHE);
  await Promise.all(SHELL.map(async (address) => {
    const answer = await fetch(address, { cache: "reload" });
    if (!isOurs(answer)) throw new Error(`${address} belongs to another version`); // the browser tries again later
    await cache.put(address, answer);
  }));
}

self.addEventListener("activate", (event) => event.waitUntil(forgetOtherVersions().then(() => self.clients.claim())));

async function forgetOtherVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("companion-") && name !== CACHE).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (SHELL.includes(new URL(request.url).pathname)) event.respondWith(load(request));
});

async function openPage(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  try {
    const answer = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {});
    const kind = (answer.headers.get("Content-Type") ?? "").split(";")[0];
    if (isOurs(answer) && KEPT.includes(kind) && !answer.redirected) await keep(request.url, answer.clone());
    return answer;
  } catch {
    return kept ?? cache.match(OFFLINE);
  }
}

async function load(request) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(CACHE)).match(request.url, { ignoreSearch: true })) ?? Response.error();
  }
}

/** Keep a page; the oldest ones make room. */
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
  event.waitUntil(openTable(new URL(event.notification.data, location.origin).href));
});

async function openTable(address) {
  const open = (await self.clients.matchAll({ type: "window" })).find((client) => client.url.startsWith(address));
  return open ? open.focus() : self.clients.openWindow(address);
}

// A page that is left tells so: the table has moved on since it was opened.
self.addEventListener("message", (event) => {
  const address = event.data?.keep;
  if (!address || new URL(address).origin !== location.origin) return;
  event.waitUntil(fetch(address).then((answer) => isOurs(answer) && keep(address, answer), () => {}));
});
