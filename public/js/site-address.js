/** Writes the site's URL, without the final slash, into `data-address` elements. */
const root = new URL("..", import.meta.url);

for (const element of document.querySelectorAll("[data-address]")) {
  element.textContent = root.href.replace(/\/$/, "");
}
