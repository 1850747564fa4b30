import type { Values } from "../../../kit/api/query.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import type { World } from "../world.ts";
import type { ConversionId } from "./conversions.ts";
import type { DerivedFacts } from "./derive-endpoint.ts";

type ConvertedAnswer = Omit<DerivedFacts, "id" | "derived"> & {
  id: ConversionId;
  /** Values for an example where no file answers, only the handler. */
  example?(world: World): Values | undefined;
};

/** An endpoint whose answers are made from published ones, by the conversion with its id. */
export function defineConverted({ example, ...facts }: ConvertedAnswer): DerivedFacts {
  return { ...facts, derived: { kind: facts.id, currency: BASE_CURRENCY, ...(example && { example }) } };
}
