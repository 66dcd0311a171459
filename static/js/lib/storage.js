// Store JSON in sessionStorage, or in localStorage to survive closing the app. Private windows may refuse.

export function recall(key, store = "sessionStorage") {
  try {
    return JSON.parse(window[store].getItem(key));
  } catch {
    return null;
  }
}

export function remember(key, value, store = "sessionStorage") {
  try {
    window[store].setItem(key, JSON.stringify(value));
  } catch {
    // lost when the page is closed
  }
}

export function forget(key, store = "sessionStorage") {
  try {
    window[store].removeItem(key);
  } catch {
    // nothing is stored
  }
}
