import { Bench } from "tinybench";
import { median } from "./run-apart.ts";

const WARM_UPS = 3;
const SAMPLES_PER_ROUND = 2;

/**
 * Milliseconds of one call of each function, the median of all: warmed up first, then in rounds in
 * which they take turns.
 */
export function timeFunctions<Name extends string>(
  functions: Readonly<Record<Name, () => unknown>>,
  rounds: number,
): Record<Name, number> {
  const names = Object.keys(functions) as Name[];
  const samples = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    const bench = new Bench({
      time: 0,
      iterations: SAMPLES_PER_ROUND,
      throws: true,
      retainSamples: true,
      warmup: round === 0,
      warmupTime: 0,
      warmupIterations: WARM_UPS,
    });
    for (const name of names) bench.add(name, functions[name]);
    for (const { name, result } of bench.runSync()) {
      if (result.state === "completed") samples.get(name as Name)?.push(...(result.latency.samples ?? []));
    }
  }
  return Object.fromEntries([...samples].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
}
