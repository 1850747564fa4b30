/**
 * A failure that the program expects: the message is a whole sentence that says what happened and what to do next.
 * `main.ts` prints it without a stack; anything else is a defect and keeps its stack.
 */
export class OperationalError extends Error {
  override name = "OperationalError";
}

/** The messages of an error and of its causes, in one line, outermost first. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let current: unknown = error; current !== undefined && current !== null && parts.length < 5; ) {
    const message = current instanceof Error ? current.message || current.name : String(current);
    if (message !== "" && !parts.some((part) => part.includes(message))) parts.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join(": ").replace(/\s+/g, " ");
}
