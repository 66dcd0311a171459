// What a page remembers as JSON, while its tab is open or (in `localStorage`) also when the app was closed. In a private
// window that may be nothing.

export function recall(key, store = sessionStorage) {
  try {
    return JSON.parse(store.getItem(key));
  } catch {
    return null;
  }
}

export function remember(key, value, store = sessionStorage) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // kept until the page closes
  }
}
