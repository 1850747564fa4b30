/** Where a coin is shown, relative to the site's root: its page is called as its answer is. */
export function coinPath(coin) {
  return coin.path.replace(/\.json$/, "/");
}
