/**
 * A failure that the program expects: the message is a whole sentence that says what happened and what to do next.
 * `main.ts` prints it without a stack; anything else is a defect and keeps its stack.
 */
export class OperationalError extends Error {
  override name = "OperationalError";
}

/** Upstreams have a say in messages, which are published: a body must not come back as one. */
const MAX_LENGTH = 1_000;

/** Deeper causes are details, and a circle of causes has no end. */
const MAX_CAUSES = 8;

/** The messages of an error and of its causes, in one line, outermost first. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current !== undefined && current !== null; depth += 1) {
    const message = current instanceof Error ? current.message || current.name : String(current);
    if (message !== "" && !parts.some((part) => part.includes(message))) parts.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  const line = parts.join(": ").replace(/\s+/g, " ");
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH).toWellFormed()}…`;
}
