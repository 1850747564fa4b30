/**
 * The one script of a page: the scripts of `public/js` that it needs, joined by the build. Its name
 * says which they are: `site.age.coin.js` for `site.js`, `age.js` and `coin.js`, in this order.
 */
export const nameScript = (scripts) => `${scripts.map((name) => name.replace(/\.js$/, "")).join(".")}.js`;

/** The scripts of `public/js` that a page's script joins. */
export const listScripts = (name) =>
  name
    .replace(/\.js$/, "")
    .split(".")
    .map((part) => `${part}.js`);
