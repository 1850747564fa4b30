import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { retry } from "../platform/http/http-retry.ts";

export interface GithubOptions {
  /** URL of the API without a trailing slash; tests use a local server. */
  apiUrl: string;
  token: string | null;
  userAgent: string;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/** The part of GitHub's REST API that the workflow uses (docs.github.com/en/rest). */
export interface Github {
  /**
   * Resolves with the parsed body, or `undefined` if it is empty. Rejects with a `GithubError` on
   * status 300 and above.
   */
  request<T>(method: "GET" | "POST" | "PATCH" | "PUT", path: string, body?: object): Promise<T>;
}

const TRIES = 3;
const TIMEOUT_MS = 30_000;

/** Retries server errors, but never a POST: it may have created something. */
export function createGithub({ apiUrl, token, userAgent, sleep }: GithubOptions): Github {
  const send = (method: string, path: string, body: object | undefined): Promise<Response> =>
    fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        "user-agent": userAgent,
        "x-github-api-version": "2022-11-28",
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });

  return {
    async request<T>(method: "GET" | "POST" | "PATCH" | "PUT", path: string, body?: object): Promise<T> {
      const attempt = async () => {
        const answer = await send(method, path, body).catch((cause) => {
          throw new GithubError(`${method} ${path} failed: ${describeError(cause)}`, null, { cause });
        });
        const text = await answer.text();
        if (answer.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
        throw new GithubError(`${method} ${path} ${answer.status}: ${readMessage(text)}`, answer.status);
      };
      const isFinal = (error: unknown) =>
        method === "POST" || !(error instanceof GithubError) || (error.status !== null && error.status < 500);
      return retry(attempt, { tries: TRIES, sleep, isFinal, waitMs: (tries) => 1_000 * tries });
    },
  };
}

function readMessage(text: string): string {
  try {
    return String(JSON.parse(text).message);
  } catch {
    return text.slice(0, 200);
  }
}

export class GithubError extends OperationalError {
  override name = "GithubError";
  readonly status: number | null;
  constructor(message: string, status: number | null, options: ErrorOptions = {}) {
    super(`GitHub: ${message}`, options);
    this.status = status;
  }
}
