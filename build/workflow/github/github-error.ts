import { OperationalError } from "../../lib/operational-error.ts";

/** GitHub did not do what it was asked to. `status` is `null` when no answer came. */
export class GithubError extends OperationalError {
  override name = "GithubError";
  readonly status: number | null;
  constructor(message: string, status: number | null, options: ErrorOptions = {}) {
    super(`GitHub: ${message}`, options);
    this.status = status;
  }
}
