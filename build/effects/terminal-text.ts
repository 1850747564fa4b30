import { stripVTControlCharacters } from "node:util";

/**
 * One harmless line. Names and messages come from upstreams, and a terminal obeys control characters: it could be made
 * to hide a line, to rename its window or to write text from right to left.
 */
export function renderLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim();
}

/** `0.4 s`, `2 min 5 s`. */
export function renderElapsed(ms: number): string {
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
