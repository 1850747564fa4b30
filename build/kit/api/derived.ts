import type { ErrorCode } from "./error-body.ts";
import type { ParameterMap, Values } from "./query.ts";

/*
 * Answers made from other answers, in the generator and in the handler alike. No dependencies: it
 * also runs in workers.
 */

/** A published answer of another endpoint. */
export interface Need<Answer = unknown> {
  /** Id of the endpoint. */
  endpoint: string;
  values: Values;
  /** The answer can be made without it. */
  optional?: true;
  /** Only for the compiler: the form of the answer. */
  form?: Answer;
}

/** A request for a derived answer. */
export interface DerivedRequest {
  /** Lower-case code of the path. */
  currency: string;
  /** The values of the path and the query. */
  values: Values;
  /** The codes that the site is built for, that of the base answers first. */
  currencies: readonly string[];
  /** The key of the thing whose id is in the path. */
  key?: string | undefined;
  /** When the newest value of all things was observed, in unix milliseconds; known with a key. */
  asOfMs?: number | undefined;
  renderPoints: RenderPoints;
}

/** Points `[unix milliseconds, value]` per column, as the generator or the handler holds them. */
export type RenderPoints = (times: readonly number[], ...columns: (number | null)[][]) => unknown[];

/** How an answer is made from others. Both functions are pure. */
export interface Conversion<Answers extends readonly unknown[] = readonly unknown[]> {
  /** The answers that a request is made from. */
  needs(request: DerivedRequest): readonly [...{ [At in keyof Answers]: Need<Answers[At]> }];
  /**
   * The body. `undefined`: there is no such answer, as where its value is unknown.
   * `null`: the currency has no rate. A `Refusal` says itself why there is no answer.
   */
  convert(answers: Answers, request: DerivedRequest): unknown;
}

/** An error that a conversion answers with, with a message of its own. */
export class Refusal {
  readonly code: ErrorCode;
  readonly message: string;

  constructor(code: ErrorCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

/**
 * The body, or what is missing: the answer itself, one that it needs, or the currency's rate. Or
 * the error that the conversion answers with.
 */
export type Outcome = { body: unknown } | { missing: "answer" | "need" | "rate" } | { refusal: Refusal };

/**
 * Makes the answer to a request. `answers`: in the order of `needs`, `undefined` where there is
 * none.
 */
export function convertAnswers(
  { convert }: Conversion,
  request: DerivedRequest,
  needs: readonly Need[],
  answers: readonly unknown[],
): Outcome {
  if (needs.some(({ optional }, at) => !optional && answers[at] === undefined)) return { missing: "need" };
  const body = convert(answers, request);
  if (body === undefined) return { missing: "answer" };
  if (body instanceof Refusal) return { refusal: body };
  return body === null ? { missing: "rate" } : { body };
}

/** The declaration of endpoints whose answers are made from other answers, one per currency. */
export interface Derived<Answers extends readonly unknown[] = readonly unknown[]> extends Conversion<Answers> {
  /** Below the root of the site, with `{currency}`. */
  path: string;
  title: string;
  description: string;
  parameters: ParameterMap;
  /**
   * Values for an example. Only for endpoints that no list of files could answer, such as a search:
   * the handler alone answers them. `day`: the last closed one, `2026-11-20`.
   */
  example?(thing: { id: string; code: string }, day: string): Values;
}

/** Infers the forms of the answers from `needs`, for an endpoint below `/api`. */
export function defineConversion<const Answers extends readonly unknown[]>(
  conversion: Conversion<Answers>,
): Conversion {
  return conversion;
}

/** The same, for endpoints of another interface. */
export function defineDerived<const Answers extends readonly unknown[]>(derived: Derived<Answers>): Derived {
  return derived;
}

/** What a published route says of an endpoint whose answers are made from others. */
export interface DerivedRoute {
  /** The path is below the root of the site, not below `/api`. */
  outside?: true;
  derived?: {
    /** The name of the conversion. */
    kind: string;
    /** Lower-case code of the answer's currency. */
    currency: string;
    /** Id of the endpoint whose answer is converted; absent if the answer has a form of its own. */
    base?: string;
  };
}

/** How the answers of a route are made. */
export interface Found {
  conversion: Conversion;
  currency: string;
}

/** How the answers of an endpoint are made from others, in one currency. */
export interface Derivation<World> {
  /** The name of the conversion. */
  kind: string;
  /** Lower-case code of the path. */
  currency: string;
  /** The codes that the site is built for, where an answer may be in all of them. */
  currencies?: readonly string[];
  /** Id of the endpoint whose answer is converted; absent if the answer has a form of its own. */
  base?: string;
  /**
   * The endpoints of all currencies as the docs show them: one, with the currency in its path.
   * Absent where the path has no currency: the docs show the endpoint itself.
   */
  shown?: {
    id: string;
    path: string;
    docs: { title: string; description: string };
    parameters: ParameterMap;
    /** The description of the currency in the path. */
    about: string;
  };
  /** Values for an example where no file answers, only the handler. */
  example?(world: World): Values | undefined;
}
