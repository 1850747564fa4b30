/** Modules that were loaded after a failure, by URL. */
const loaded = new Map();
let failures = 0;

/**
 * Imports a module. Chromium never requests the URL of a failed import again until the page is
 * reloaded, so a further attempt needs another URL: a fragment is enough, and hosts do not see it.
 *
 * `wanted`: an absolute URL, or `() => import("./name.js")` for a script of this folder. A build
 * gives those other names, but finds only the ones that are written like this. Their URL is read
 * from the error. Browsers that do not name it there retry by themselves.
 *
 * @param {string | (() => Promise<any>)} wanted
 * @returns {Promise<any>}
 */
export async function importAgain(wanted) {
  try {
    return await (typeof wanted === "string" ? import(wanted) : wanted());
  } catch (error) {
    const [url] = /https?:\S+$/.exec(error.message) ?? [];
    if (url === undefined) throw error;
    failures += 1;
    const known = loaded.get(url) ?? import(`${url}#${failures}`);
    loaded.set(url, known);
    known.catch(() => loaded.delete(url));
    return known;
  }
}
