import { formatAge } from "./format.js";

/**
 * The age of a page's data in words, by the reader's clock. `updatedMs`: when its newest observation was made; `expiresMs`: when newer
 * data is overdue; `nextMs`: when newer data should be here; `stale`: a source fell back to an earlier answer. All in unix milliseconds.
 */
export function describeFreshness({ updatedMs, expiresMs, nextMs, stale }, now) {
  const isOld = now > expiresMs;
  const parts = [`Data of ${renderMoment(updatedMs, now)}`];
  if (isOld) parts.push(`${formatAge(now - updatedMs)} old`, "newer data is overdue");
  else if (stale) parts.push("a source fell back to an earlier answer");
  else parts.push(nextMs > now ? `next expected ${renderMoment(nextMs, now)}` : "next expected any minute");
  return { isStale: isOld || stale, text: parts.join(" · ") };
}

/** The hour alone on the day of the reader's clock, the day alone for its beginning. */
function renderMoment(timeMs, now) {
  const [day, time] = new Date(timeMs).toISOString().split("T");
  if (timeMs % 86_400_000 === 0) return day;
  const isToday = day === new Date(now).toISOString().slice(0, 10);
  return `${isToday ? "" : `${day} `}${time.slice(0, 5)} UTC`;
}
