import type { Level } from "../../../build/hosts/host.ts";

/** What is asked, before it becomes a URL. */
export interface ApiRequest {
  /** Id of the endpoint. */
  endpoint: string;
  /** What stands in the path: a symbol or an id, without escapes. */
  name?: string;
  /** Parameters as they are written, without escapes, in the order of the URL. */
  query: readonly Pair[];
}

export type Pair = readonly [name: string, value: string];

/** A JSON document, an error of the interface, a file of the tree to the byte, or any refusal at all. */
export type Expected =
  | { body: unknown; text: string }
  | { status: 400 | 404; code: "invalid_parameter" | "not_found" }
  | { file: string }
  | { refused: true };

/** One URL and its answer. */
export interface Case {
  /** From `/api` on, escaped as it goes over the wire. */
  url: string;
  /** What a host must be able to do to answer it. */
  level: Level;
  /** The kind of case, for messages. */
  about: string;
  expected: Expected;
  /** As right as the one that is expected, for any host: what was asked can be read in two ways. */
  equally?: readonly Expected[];
  /**
   * Answers to what the request may also mean, right for a host that reaches less than the level: each says in its `meta` what it
   * is. One of two values of a repeated parameter, every coin where a list of some was asked for.
   */
  also?: readonly Expected[];
  /** The answer to the path alone, for a host that ignores every query. */
  withoutQuery?: Expected;
}
