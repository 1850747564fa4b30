/** The bytes of a file by its path relative to the root of the site; `undefined` where there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** Counts what was compared and keeps what did not hold. */
export interface Verdict {
  check(holds: boolean, problem: string): void;
}

/** What was compared so far, and the sentences of what did not hold. */
export interface Findings extends Verdict {
  readonly checks: number;
  readonly problems: readonly string[];
}

export function createFindings(): Findings {
  let checks = 0;
  const problems: string[] = [];
  return {
    get checks() {
      return checks;
    },
    problems,
    check(holds, problem) {
      checks += 1;
      if (!holds) problems.push(problem);
    },
  };
}
