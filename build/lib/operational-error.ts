/** `lines`: a list below the message, one entry a line. */
export interface OperationalErrorOptions extends ErrorOptions {
  lines?: readonly string[];
}

/** Everything that a terminal, a log or a page may show as the end of a line. */
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * A failure that the program expects: the message is a whole sentence that says what happened and what to do next.
 * `main.ts` prints it without a stack; anything else is a defect and keeps its stack.
 *
 * Upstream text inside a message or a list entry cannot begin a line of its own: only `lines` does.
 */
export class OperationalError extends Error {
  override name = "OperationalError";
  constructor(message: string, { lines = [], ...options }: OperationalErrorOptions = {}) {
    super([message, ...lines].map((line) => line.replace(LINE_BREAKS, " ")).join("\n"), options);
  }
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

/**
 * An error as lines for a person: an expected one with its causes, any other one with its stack.
 * The message of a defect is one line, so that it cannot look like a part of the stack.
 */
export function renderError(error: unknown): string[] {
  if (error instanceof OperationalError) {
    return error.cause === undefined ? error.message.split("\n") : [describeError(error)];
  }
  if (!(error instanceof Error)) return [describeError(error)];
  const { name, message, stack = "" } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split("\n");
  return [`${name}: ${describeError(error)}`, ...frames.filter((frame) => frame.trim() !== "")];
}
