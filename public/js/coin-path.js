/** Where a coin is shown: its answer, relative to the site's root. */
export function coinPath(coin) {
  return `api/${coin.path}`;
}
