import { type Conversion, convertAnswers, type DerivedRequest, type Outcome } from "../../../kit/api/derived.ts";
import type { Answer, Params } from "../../../kit/api/endpoint.ts";
import { PointList } from "../../../lib/json/point-list.ts";
import type { Endpoint, World } from "../world.ts";
import type { Reader } from "./reader.ts";

/**
 * An endpoint without its function of answers. `variants` and `derived.example` may name answers
 * that cannot be made in this build.
 */
export type DerivedFacts = Omit<Endpoint, "compute" | "derived"> & { derived: NonNullable<Endpoint["derived"]> };

/**
 * The endpoint whose answers are made from other answers. It is published if its first answer can
 * be made.
 */
export function deriveEndpoint(
  facts: DerivedFacts,
  conversion: Conversion,
  readers: (world: World) => Reader,
): Endpoint {
  const { id, body, variants, derived } = facts;
  const { example } = derived;
  const convert = (world: World, params: Params): Outcome => {
    const request = createRequest(derived, params, world);
    const needs = conversion.needs(request);
    return convertAnswers(conversion, request, needs, needs.map(readers(world).read));
  };
  const canConvert = (world: World): boolean => {
    const params = findFirst(variants(world)) ?? example?.(world);
    return params !== undefined && "body" in convert(world, params);
  };
  const isAvailable = (world: World): boolean =>
    readers(world).remember(`first answer of ${id}`, () => canConvert(world));
  return {
    ...facts,
    derived: {
      ...derived,
      ...(example && { example: (world: World) => (isAvailable(world) ? example(world) : undefined) }),
    },
    variants: (world) => (isAvailable(world) ? variants(world) : []),
    compute(world, params) {
      const outcome = convert(world, params);
      if (!("body" in outcome)) {
        const reason = "missing" in outcome ? `no ${outcome.missing}` : outcome.refusal.message;
        throw new RangeError(`${id} has no answer to ${JSON.stringify(params)}: ${reason}`);
      }
      return body.form === "bare" ? { data: outcome.body } : (outcome.body as Answer);
    },
  };
}

function createRequest(
  { currency, currencies = [] }: DerivedFacts["derived"],
  values: Params,
  { market }: World,
): DerivedRequest {
  const id = values["id"];
  const key = id === undefined ? undefined : market.coins.find((coin) => coin.id === id)?.key;
  return { currency, currencies, values, key, asOfMs: market.asOfMs, renderPoints: PointList.ofColumns };
}

/** `undefined` if there is none. Reads no further value. */
export function findFirst<Value>(values: Iterable<Value>): Value | undefined {
  for (const value of values) return value;
  return undefined;
}
