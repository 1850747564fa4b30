import { PointList } from "../../lib/json/point-list.ts";
import type { Answer, Endpoint, Params, World } from "../endpoint.ts";
import { type Conversion, convertAnswers, type DerivedRequest, type Need } from "./derived.ts";
import type { Reader } from "./reader.ts";

/**
 * An endpoint without its functions of answers. `variants` and `exampleParams` may name answers
 * that cannot be made in this build.
 */
export type DerivedFacts = Omit<Endpoint, "compute"> & {
  derived: NonNullable<Endpoint["derived"]>;
};

/**
 * The endpoint whose answers are made from other answers. It is published if its first answer can
 * be made, and if `everywhere` is published: what all endpoints of a currency need.
 */
export function deriveEndpoint(
  facts: DerivedFacts,
  conversion: Conversion,
  readers: (world: World) => Reader,
  everywhere: readonly Need[] = [],
): Endpoint {
  const { id, variants, exampleParams, bare, derived } = facts;
  const convert = (world: World, params: Params): unknown => {
    const reader = readers(world);
    const request = createRequest(derived.currency, params, world);
    const needs = conversion.needs(request);
    return convertAnswers(conversion, request, needs, needs.map(reader.read));
  };
  const canConvert = (world: World): boolean => {
    const params = findFirst(variants(world)) ?? exampleParams?.(world);
    return params !== undefined && everywhere.every(readers(world).has) && isAnswer(convert(world, params));
  };
  const isAvailable = (world: World): boolean =>
    readers(world).remember(`first answer of ${id}`, () => canConvert(world));
  return {
    ...facts,
    variants: (world) => (isAvailable(world) ? variants(world) : []),
    ...(exampleParams && { exampleParams: (world) => (isAvailable(world) ? exampleParams(world) : undefined) }),
    compute(world, params) {
      const body = convert(world, params);
      if (!isAnswer(body)) throw new RangeError(`${id} has no answer to ${JSON.stringify(params)}`);
      return bare ? { data: body } : (body as Answer);
    },
  };
}

function createRequest(currency: string, values: Params, { market }: World): DerivedRequest {
  const id = values["id"];
  const key = id === undefined ? undefined : market.coins.find((coin) => coin.id === id)?.key;
  return { currency, values, key, renderPoints: PointList.ofColumns };
}

function isAnswer(body: unknown): boolean {
  return body !== undefined && body !== null;
}

function findFirst<Value>(values: Iterable<Value>): Value | undefined {
  for (const value of values) return value;
  return undefined;
}
