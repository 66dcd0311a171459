// What a page remembers while its tab is open, as JSON. In a private window that may be nothing.

export function recall(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // kept until the page closes
  }
}
