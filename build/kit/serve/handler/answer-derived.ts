import {
  convertAnswers,
  type DerivedRequest,
  type Found,
  type Need,
  type Outcome,
  type RenderPoints,
} from "../../api/derived.ts";
import type { Values } from "../../api/query.ts";
import type { NamedRow } from "./find-row.ts";

const renderPoints: RenderPoints = (times, ...columns) =>
  columns.map((values) => times.map((time, at) => [time, values[at] ?? null]));

/**
 * The body that is made from other answers, like the stored ones. `currencies`: those of the site.
 * `values`: those of the path and of the query. `row`: what the path names.
 */
export async function answerDerived(
  { conversion, currency }: Found,
  currencies: readonly string[],
  values: Values,
  row: NamedRow | undefined,
  read: (need: Need) => Promise<unknown>,
): Promise<Outcome> {
  if (row?.isUnknown) return { missing: "answer" };
  const { key, asOfMs } = row ?? {};
  const request: DerivedRequest = { currency, currencies, values, key, asOfMs, renderPoints };
  const needs = conversion.needs(request);
  return convertAnswers(conversion, request, needs, await Promise.all(needs.map(read)));
}
