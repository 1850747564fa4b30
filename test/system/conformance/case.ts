import type { Level } from "../../../build/kit/hosts/host.ts";

/** A request before it becomes a URL. */
export interface ApiRequest {
  /** Id of the endpoint. */
  endpoint: string;
  /** The symbol or id in the path, without escapes. */
  name?: string;
  /** Parameters without escapes, in the order of the URL. */
  query: readonly Pair[];
}

export type Pair = readonly [name: string, value: string];

/** A JSON document, an API error, the exact bytes of a file, or any refusal. */
export type Expected =
  | { body: unknown; text: string }
  | { status: 400 | 404; code: "invalid_parameter" | "not_found" }
  | { file: string }
  | { refused: true };

/** One URL and its response. */
export interface Case {
  /** From `/api` on, escaped. */
  url: string;
  /** The level that a host needs to answer it. */
  level: Level;
  /** The kind of case, for messages. */
  about: string;
  expected: Expected;
  /** Equally correct on any host, because the request is ambiguous. */
  equally?: readonly Expected[];
  /**
   * Responses to another reading of the request, correct below the level and named in `meta`: the
   * other value of a repeated parameter, or every coin for a list.
   */
  also?: readonly Expected[];
  /** The response to the path alone, for a host that ignores queries. */
  withoutQuery?: Expected;
}
