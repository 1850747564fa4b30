/** Responses of this site, loaded once on demand. */
const root = new URL("..", import.meta.url);
const requests = new Map();
/** Requests of `loadCurrent` with their ends. */
const current = new Map();
const MINUTE_MS = 60_000;

/** The `data` of a response; `path` is relative to the site's root. */
export async function loadData(path) {
  return (await loadAnswer(path)).data;
}

/** A response with its `meta`. An error has the `status` of the response, if there was one. */
export function loadAnswer(path) {
  const known = requests.get(path) ?? load(path);
  requests.set(path, known);
  // The next call retries a failed request.
  known.catch(() => requests.delete(path));
  return known;
}

/** The same for what must be current in a page that stays open: loaded again after a minute. */
export function loadCurrent(path) {
  const known = current.get(path);
  if (known !== undefined && Date.now() < known.untilMs) return known.answer;
  const answer = load(path);
  current.set(path, { answer, untilMs: Date.now() + MINUTE_MS });
  answer.catch(() => current.delete(path));
  return answer;
}

async function load(path) {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw Object.assign(new Error(`${path}: ${response.status}`), { status: findStatus(response) });
  return response.json();
}

/** A bucket that readers may not list answers 403 for a missing file, with an error in XML. */
function findStatus({ status, headers }) {
  return status === 403 && /\bxml\b/.test(headers.get("content-type")) ? 404 : status;
}
