import { formatAge } from "./format.js";

/**
 * The freshness of a page in words. Times in unix milliseconds. `updatedMs`: newest observation.
 * `nextMs`: newer data is due. `expiresMs`: newer data is overdue. `stale`: a source uses an
 * earlier response.
 */
export function describeFreshness({ updatedMs, expiresMs, nextMs, stale }, now) {
  const isOld = isOverdue(expiresMs, now);
  const parts = [`Data as of ${renderMoment(updatedMs, now)}`];
  if (isOld) parts.push(`${formatAge(now - updatedMs)} old`, "newer data is overdue");
  else if (stale) parts.push("uses an earlier response of a source");
  else parts.push(`${nextMs > now ? "next due" : "due since"} ${renderMoment(nextMs, now)}`);
  return { isStale: isOld || stale, text: parts.join(" · ") };
}

/** When newer data are due, or since when they are. They are overdue after `expiresMs`. */
export function describeDue({ nextMs, expiresMs }, now) {
  if (isOverdue(expiresMs, now)) return `overdue for ${formatAge(now - nextMs)}`;
  return nextMs > now ? `in ${formatAge(nextMs - now)}` : `due ${formatAge(now - nextMs)} ago`;
}

/** The one threshold of the line, the verdict and each due time, so that they always agree. */
export function isOverdue(expiresMs, now) {
  return now > expiresMs;
}

/** Only the time for today; only the day for midnight. */
function renderMoment(timeMs, now) {
  const [day, time] = new Date(timeMs).toISOString().split("T");
  if (timeMs % 86_400_000 === 0) return day;
  const isToday = day === new Date(now).toISOString().slice(0, 10);
  return `${isToday ? "" : `${day} `}${time.slice(0, 5)} UTC`;
}
