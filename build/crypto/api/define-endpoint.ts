import type { Answer } from "../../kit/api/endpoint.ts";
import type { Endpoint, World } from "./world.ts";

/** Types the functions of a declaration. */
export function defineEndpoint(endpoint: Endpoint): Endpoint {
  return endpoint;
}

type SingleAnswer<Input> = Omit<Endpoint, "parameters" | "variants" | "compute"> & {
  /** The data of the answer; `null` or `undefined` if its source never answered. */
  from(world: World): Input | null | undefined;
  compute(input: Input, world: World): Answer;
};

/** An endpoint without parameters. It has no file without data. */
export function defineSingle<Input>({ from, compute, ...declaration }: SingleAnswer<Input>): Endpoint {
  const find = (world: World) => from(world) ?? undefined;
  return {
    ...declaration,
    parameters: {},
    variants: (world) => (find(world) === undefined ? [] : [{}]),
    compute(world) {
      const input = find(world);
      if (input === undefined) throw new RangeError(`${declaration.id} has no data`);
      return compute(input, world);
    },
  };
}

/** `undefined` for an empty list: without rows there is no file. */
export function findRows<Row>(rows: readonly Row[]): readonly Row[] | undefined {
  return rows.length === 0 ? undefined : rows;
}
