/** `lines`: a list below the message, one entry per line. */
export interface OperationalErrorOptions extends ErrorOptions {
  lines?: readonly string[];
}

/** Characters that a terminal, log or page may show as a line break. */
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * An expected failure: a sentence that says what happened and what to do, printed without a stack.
 * Line breaks are replaced: upstream text cannot start a line.
 */
export class OperationalError extends Error {
  override name = "OperationalError";
  constructor(message: string, { lines = [], ...options }: OperationalErrorOptions = {}) {
    super([message, ...lines].map((line) => line.replace(LINE_BREAKS, " ")).join("\n"), options);
  }
}

/** Messages with upstream text are published: a whole body must not be. */
const MAX_LENGTH = 1_000;

/** Deeper causes are details, and causes may be circular. */
const MAX_CAUSES = 8;

/** The messages of an error and its causes in one line, outermost first. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current !== undefined && current !== null; depth += 1) {
    const message = current instanceof Error ? current.message || current.name : String(current);
    if (message !== "" && !parts.some((part) => part.includes(message))) parts.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  // A message may be a whole sentence.
  const line = parts
    .map((part, at) => (at < parts.length - 1 ? part.replace(/\.$/, "") : part))
    .join(": ")
    .replace(/\s+/g, " ");
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH).toWellFormed()}…`;
}

/** An expected error with its causes, any other with its stack. */
export function renderError(error: unknown): string[] {
  if (error instanceof OperationalError) {
    return error.cause === undefined ? error.message.split("\n") : [describeError(error)];
  }
  if (!(error instanceof Error)) return [describeError(error)];
  const { name, message, stack = "" } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split("\n");
  return [`${name}: ${describeError(error)}`, ...frames.filter((frame) => frame.trim() !== "")];
}
