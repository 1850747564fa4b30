/** Names the path that has no page: one file answers all of them. */
const place = document.querySelector("[data-missing-path]");
if (place !== null) {
  place.textContent = location.pathname;
  suggestCoin().catch(() => undefined);
}

/** Most pages of coins are named by symbol: `coins/bitcoin/` leads to `coins/btc/`. */
async function suggestCoin() {
  const [, name] = /\/coins\/([^/]+)(?:\/(?:index\.html)?)?$/.exec(location.pathname) ?? [];
  if (name === undefined) return;
  const root = new URL("..", import.meta.url);
  const wanted = decodeURIComponent(name).toLowerCase();
  const { coins } = await (await fetch(new URL("search.json", root))).json();
  const found = coins.find((texts) => texts.slice(0, 3).some((text) => text.toLowerCase() === wanted));
  if (found === undefined) return;
  const [title, , , path] = found;
  const suggestion = document.querySelector("[data-missing-coin]");
  const link = document.createElement("a");
  link.href = new URL(path, root).href;
  link.textContent = title;
  suggestion.append("Did you mean ", link, "?");
  suggestion.hidden = false;
}
