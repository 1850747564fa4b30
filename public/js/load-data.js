/** Answers of this site, each asked for once and only when it is needed. */
const root = new URL("..", import.meta.url);
const asked = new Map();

/** The `data` of an answer; `path` is relative to the site's root. */
export function loadData(path) {
  const known = asked.get(path) ?? load(path);
  asked.set(path, known);
  // What failed is asked for again next time.
  known.catch(() => asked.delete(path));
  return known;
}

async function load(path) {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()).data;
}
