/** Only the browser knows where the site lies: `data-address` elements hold its root without the slash at the end. */
const root = new URL("..", import.meta.url);

for (const element of document.querySelectorAll("[data-address]")) {
  element.textContent = root.href.replace(/\/$/, "");
}
