export type Results = "success" | "failure" | "cancelled" | "skipped";

/** What expressions of a workflow can read here. */
export interface Scope {
  needs: Record<string, { result: Results; outputs: Record<string, string> }>;
  steps: Record<string, { outputs: Record<string, string> }>;
  vars: Record<string, string>;
  secrets: Record<string, string>;
  inputs: Record<string, string>;
  /** The values of this run of the job. */
  matrix: Record<string, string>;
  github: Record<string, string>;
  /** Whether all earlier steps succeeded, for `success()` and `failure()`. */
  succeeded: boolean;
}

const STATUS_FUNCTION = /\b(?:success|failure|cancelled|always)\(\)/;

/**
 * Evaluates an expression of GitHub Actions. Only the subset that is also JavaScript is used,
 * apart from names with a hyphen.
 */
export function evaluate(expression: string, scope: Scope): unknown {
  const script = expression.replace(/\b(needs|steps|outputs)\.([\w-]+)/g, '$1?.["$2"]').replace(/\.(\w+)/g, "?.$1");
  const names = ["needs", "steps", "vars", "secrets", "inputs", "matrix", "github"] as const;
  const functions = {
    success: () => scope.succeeded,
    failure: () => !scope.succeeded,
    cancelled: () => false,
    always: () => true,
    toJSON: JSON.stringify,
    fromJSON: JSON.parse,
  };
  const run = new Function(...names, ...Object.keys(functions), `return (${script});`);
  return run(...names.map((name) => scope[name]), ...Object.values(functions)) ?? "";
}

/** Whether a job or step runs: without a status function, only after success. */
export function evaluateCondition(condition: string | undefined, scope: Scope): boolean {
  const bare = unwrap(condition ?? "");
  const full = bare === "" ? "success()" : STATUS_FUNCTION.test(bare) ? bare : `success() && (${bare})`;
  return Boolean(evaluate(full, scope));
}

/** A text with `${{ … }}` in it. */
export function fillIn(text: string, scope: Scope): string {
  return String(text).replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression) => String(evaluate(expression, scope)));
}

/** The value of a text that is one expression. */
export function evaluateWhole(text: string, scope: Scope): unknown {
  return evaluate(unwrap(text), scope);
}

function unwrap(text: string): string {
  return text.trim().replace(/^\$\{\{([\s\S]*)\}\}$/, "$1");
}
