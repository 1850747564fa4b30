/** `ok`: as it should be; `warning`: worth a look; `problem`: what the command was asked about does not hold. */
export type Level = "ok" | "warning" | "problem";

/** One thing that was looked at, and what came of it. */
export interface Finding {
  subject: string;
  level: Level;
  /** What was found, as the rest of a sentence. */
  detail: string;
  /** What to do about it, a whole sentence. */
  advice?: string;
}

export function hasProblem(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === "problem");
}
