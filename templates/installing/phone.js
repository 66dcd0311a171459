// Python on the phone: the companion's own code answers when the server cannot be reached.

const ON_PHONE = `${CACHE}-phone`; // the bundle, and a snapshot of the interpreter after loading it
const SNAPSHOT = `${BUNDLE}?snapshot`;
const SCRIPTS = [PYODIDE["pyodide.js"], PYODIDE["pyodide.asm.js"]];
const NO_PACKAGES = { info: { abi_version: "2025_0", arch: "wasm32", platform: "emscripten_4_0_9", python: "3.13.2" }, packages: {} };
const BEGIN = `
import json, random, sys, zipfile
from pathlib import Path
from pyodide.ffi import to_js

def unpack(with_code):
    with zipfile.ZipFile("/bundle.zip") as bundle:
        names = [name for name in bundle.namelist() if with_code or not name.endswith(".py")]
        bundle.extractall("/companion", names)

unpack(with_code=True)
sys.path[:0] = ["/companion", "/bundle.zip"]
from companion.phone.app import Phone
phone = Phone(Path("/companion"))
phone.warm_up()

def answer(asked, body):
    return to_js(phone.answer(asked, body.to_bytes()))
`;
const GO_ON = "unpack(with_code=False); random.seed()"; // modules that are not loaded yet come from the zip

const MOST_TRIES = 5; // while the companion is busy

let starting = null;

const isKept = (address) => caches.match(address, { cacheName: ON_PHONE }).then(Boolean);
const isPrepared = () => isKept(BUNDLE);

/** Load everything that is needed without a connection. */
async function download() {
  const engine = await caches.open(ENGINE);
  for (const address of Object.values(PYODIDE)) {
    if (!(await engine.match(address))) await engine.add(address);
  }
  let answer = await fetch(BUNDLE, { cache: "no-store" });
  for (let tries = 1; answer.status === 503 && tries < MOST_TRIES; tries += 1) {
    await new Promise((resume) => setTimeout(resume, Number(answer.headers.get("Retry-After")) * 1000));
    answer = await fetch(BUNDLE, { cache: "no-store" });
  }
  if (!isOurs(answer)) throw new Error("The bundle belongs to another version");
  await (await caches.open(ON_PHONE)).put(BUNDLE, answer);
}

/** Load everything, start once and keep a snapshot, from which the next start is quick. This blocks for seconds, so
 * pages run it in a worker of their own. */
async function prepare() {
  if (!(await isPrepared())) await download();
  if (await isKept(SNAPSHOT)) return;
  await startPhone().catch(async (error) => {
    await caches.delete(ON_PHONE);
    throw error;
  });
}

/** Return the running companion; start it if necessary. */
function startPhone() {
  starting ??= beginPhone().catch((error) => {
    starting = null;
    throw error;
  });
  return starting;
}

async function beginPhone() {
  const kept = await caches.open(ON_PHONE);
  const snapshot = await kept.match(SNAPSHOT);
  if (!snapshot) return loadPython(kept);
  try {
    const unpacked = snapshot.body.pipeThrough(new DecompressionStream("gzip"));
    return await loadPython(kept, new Uint8Array(await new Response(unpacked).arrayBuffer()));
  } catch (error) {
    console.warn("The snapshot does not fit", error);
    await kept.delete(SNAPSHOT);
    return loadPython(kept);
  }
}

async function loadPython(kept, snapshot) {
  importScripts(...SCRIPTS);
  const indexURL = SCRIPTS[0].slice(0, SCRIPTS[0].lastIndexOf("/") + 1);
  const memory = snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true };
  const python = await fromCache(() => loadPyodide({ indexURL, lockFileContents: NO_PACKAGES, ...memory }));
  python.FS.writeFile("/bundle.zip", new Uint8Array(await (await kept.match(BUNDLE)).arrayBuffer()));
  python.runPython(snapshot ? GO_ON : BEGIN);
  if (!snapshot) await keepSnapshot(kept, python.makeMemorySnapshot());
  const [phone, answer] = ["phone", "answer"].map((name) => python.globals.get(name));
  return { loadTable: (code, log) => phone.load_table(code, log), answer };
}

async function keepSnapshot(kept, memory) {
  const packed = new Response(memory).body.pipeThrough(new CompressionStream("gzip"));
  await kept.put(SNAPSHOT, new Response(packed));
}

/** Serve the files that Pyodide fetches from the cache. */
async function fromCache(act) {
  const { fetch } = self;
  const files = new Set(Object.values(PYODIDE));
  self.fetch = async (address, options) => {
    const { pathname } = new URL(address.url ?? address, location);
    return (files.has(pathname) && (await (await caches.open(ENGINE)).match(pathname))) || fetch(address, options);
  };
  try {
    return await act();
  } finally {
    self.fetch = fetch;
  }
}

/** Answer a request with Python on the phone; null if it cannot. The body is a string. */
async function askPhone({ method, url, headers = {} }, body = "") {
  if (!(await isPrepared())) return null;
  const phone = await startPhone();
  const { origin, pathname, search } = new URL(url);
  const cookies = Object.entries(await recall("cookies") ?? {}).map(([name, value]) => `${name}=${value}`).join("; ");
  const prefix = HOME.slice(0, -1);
  const asked = {
    method,
    origin,
    prefix,
    path: decodeURIComponent(pathname.slice(prefix.length)),
    query: search.slice(1),
    headers: { "accept-language": navigator.languages.join(","), ...headers, cookie: cookies },
  };
  const [status, answered, content] = phone.answer(JSON.stringify(asked), new TextEncoder().encode(body));
  if ([404, 405].includes(status) || status >= 500) return null;
  const entries = JSON.parse(answered);
  await keepCookies(entries);
  const target = new Headers(entries).get("location");
  return target ? Response.redirect(new URL(target, url), status) : new Response(content.length ? content : null, { status, headers: entries });
}

async function keepCookies(headers) {
  const sent = headers.filter(([name]) => name.toLowerCase() === "set-cookie").map(([, cookie]) => /^([^=]+)=([^;]*)/.exec(cookie));
  if (sent.length) await changeCookies(Object.fromEntries(sent.map(([, name, value]) => [name, value])));
}

async function changeCookies(changed) {
  const before = (await recall("cookies")) ?? {};
  const after = { ...before, ...changed };
  if (JSON.stringify(after) !== JSON.stringify(before)) await remember("cookies", after);
}
