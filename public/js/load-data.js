/** Responses of this site, loaded once on demand. */
const root = new URL("..", import.meta.url);
/** By path: the last request and when it began. */
const requests = new Map();
const MINUTE_MS = 60_000;

/** The `data` of a response; `path` is relative to the site's root. */
export async function loadData(path) {
  return (await loadAnswer(path)).data;
}

/**
 * A response with its `meta`, loaded once, or again after `maxAgeMs`. An error has the `status` of
 * the response, if there was one.
 */
export function loadAnswer(path, maxAgeMs = Number.POSITIVE_INFINITY) {
  const last = requests.get(path);
  if (last !== undefined && Date.now() - last.beganMs < maxAgeMs) return last.answer;
  const request = { answer: load(path), beganMs: Date.now() };
  requests.set(path, request);
  // The next call retries a failed request.
  request.answer.catch(() => {
    if (requests.get(path) === request) requests.delete(path);
  });
  return request.answer;
}

/** The same for what must be current in a page that stays open: at most a minute old. */
export function loadCurrent(path) {
  return loadAnswer(path, MINUTE_MS);
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
