import type { ParameterMap, Values } from "../query.ts";

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
  /** Of the path and of the query. */
  values: Values;
  /** The key of the coin whose id is in the path. */
  key?: string | undefined;
  renderPoints: RenderPoints;
}

/** Points `[unix milliseconds, value]` per column, as the generator or the handler holds them. */
export type RenderPoints = (times: readonly number[], ...columns: (number | null)[][]) => unknown[];

/** How an answer is made from others. Both functions are pure. */
export interface Conversion<Answers extends readonly unknown[] = readonly unknown[]> {
  /** The answers that a request is made from. */
  needs(request: DerivedRequest): readonly [...{ [At in keyof Answers]: Need<Answers[At]> }];
  /**
   * The body. `undefined`: there is no such answer, as for a coin without a price of our own.
   * `null`: what it needs is missing, such as the rate of the currency.
   */
  convert(answers: Answers, request: DerivedRequest): unknown;
}

/** The body, as `convert` says it; `null` also if an answer is missing that is not optional. */
export function convertAnswers(
  { convert }: Conversion,
  request: DerivedRequest,
  needs: readonly Need[],
  answers: readonly unknown[],
): unknown {
  const isComplete = needs.every(({ optional }, at) => optional || answers[at] !== undefined);
  return isComplete ? convert(answers, request) : null;
}

/** The currencies of an endpoint, from those that the site is built for: lower-case codes. */
export interface Axis {
  currency(currencies: readonly string[]): readonly string[];
  /** What every answer in a currency needs: without it, the currency has no answers. */
  needs(currency: string): readonly Need[];
}

/** The declaration of an endpoint whose answers are made from other answers. */
export interface Derived<Answers extends readonly unknown[] = readonly unknown[]> extends Conversion<Answers> {
  /** Below the root of the site, with `{currency}`. */
  path: string;
  title: string;
  description: string;
  parameters: ParameterMap;
  axis: Axis;
  /**
   * Values for an example. Only for endpoints that no list of files could answer, such as a search:
   * the handler alone answers them. `day`: the last closed one, `2026-11-20`.
   */
  example?(coin: { id: string; symbol: string }, day: string): Values;
}

/** Infers the forms of the answers from `needs`. */
export function defineDerived<const Answers extends readonly unknown[]>(derived: Derived<Answers>): Derived {
  return derived as Derived;
}
