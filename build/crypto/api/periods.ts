import { z } from "zod";
import type { Params } from "../../kit/api/endpoint.ts";
import type { Parameter } from "../../kit/api/parameter.ts";

/** The parameter `period` of a coin's series, each with a file. `initial`: the default value. */
export function definePeriods<Period extends object>(
  periods: Readonly<Record<string, Period>>,
  { initial, description, example }: { initial: string } & Pick<Parameter, "description" | "example">,
) {
  const names = Object.keys(periods);
  const parameter: Parameter = {
    in: "query",
    type: "string",
    description,
    example,
    default: initial,
    enum: names,
    files: names,
    bare: true,
  };
  return {
    names,
    parameter,
    field: z.enum(names).describe("The period as it was served"),
    /** Throws a `RangeError` for a value that the parameter does not allow. */
    get(params: Params): Period & { name: string } {
      const name = String(params["period"] ?? initial);
      const period = periods[name];
      if (period === undefined) throw new RangeError(`There is no period ${name}`);
      return { name, ...period };
    },
    *listVariants(symbol: string): Iterable<Params> {
      yield { symbol };
      for (const period of names) if (period !== initial) yield { symbol, period };
    },
  };
}
