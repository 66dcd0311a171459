// Menus made of <details>.

/** Close open menus on a tap elsewhere or Escape. */
export function closeMenus(selector) {
  function close(event) {
    for (const menu of document.querySelectorAll(selector)) {
      if (!menu.open) continue;
      if (event.key === "Escape" && menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      if (event.key === "Escape" || !menu.contains(event.target)) menu.open = false;
    }
  }
  document.addEventListener("click", close);
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(event));
}
