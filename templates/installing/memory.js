// A key-value store in IndexedDB, for what must survive when the browser stops the service worker.

const opening = new Promise((done, failed) => {
  const asked = indexedDB.open("companion", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => failed(asked.error);
});

async function access(mode, act) {
  const transaction = (await opening).transaction("kept", mode, { durability: "strict" });
  const asked = act(transaction.objectStore("kept"));
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done(asked.result);
    transaction.onabort = transaction.onerror = () => failed(transaction.error);
  });
}

const recall = (name) => access("readonly", (store) => store.get(name));
const recallAll = (prefix) => access("readonly", (store) => store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
const remember = (name, value) => access("readwrite", (store) => store.put(value, name));
const forget = (name) => access("readwrite", (store) => store.delete(name));
