import fc from "fast-check";
import { expect, it } from "vitest";
import { joinSeries } from "../../build/backfill/join.ts";
import { createRandom } from "../market/random.ts";

const STEPS = 300;
/** As many as are compared: so far from a change of level, only one level is seen. */
const NEAR = 6;
/** No price that is compared is further away, however many are missing between. */
const FAR = 100;

interface Gap {
  from: number;
  to: number;
}

/** Gaps apart from each other, none at an end. */
const gaps: fc.Arbitrary<Gap[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 13 }), { minLength: 1, maxLength: 6 })
  .chain((places) =>
    fc.tuple(
      ...places.map((place) =>
        fc.integer({ min: 1, max: 6 }).map((length) => ({ from: 16 + place * 20, to: 16 + place * 20 + length })),
      ),
    ),
  );
/** From each of these steps on, the series tells so many times our price. */
const levels = fc.array(
  fc.record({ from: fc.integer({ min: 0, max: STEPS }), factor: fc.constantFrom(1, 1.005, 0.99, 1.04, 0.9, 1.8, 0.5) }),
  { maxLength: 3 },
);

/** From this step on the prices are our own, before it filled in. */
const ownFrom = fc.oneof(fc.constantFrom(0, STEPS), fc.integer({ min: 0, max: STEPS }));

it("fills of each gap what is told at our level, and nothing of one that is told at another", () => {
  fc.assert(
    fc.property(gaps, levels, ownFrom, fc.integer(), (missing, changes, since, seed) => {
      const random = createRandom(seed);
      let price = 100;
      const truth = Array.from({ length: STEPS }, () => {
        price *= 1 + (random.next() - 0.5) / 500;
        return price;
      });
      const ordered = [...changes].sort((a, b) => a.from - b.from);
      const factorAt = (step: number) => ordered.findLast(({ from }) => from <= step)?.factor ?? 1;
      const isMissing = (step: number) => missing.some(({ from, to }) => step >= from && step < to);
      const joined = joinSeries(
        truth.map((value, step) => ({ timeMs: step, price: value * factorAt(step) })),
        (step) => (isMissing(step) ? undefined : { price: truth[step]!, own: step >= since }),
        undefined,
        1,
      );
      const filled = new Map(("points" in joined ? joined.points : []).map((point) => [point.timeMs, point.price]));
      for (const { from, to } of missing) {
        const levelsWithin = (steps: number) =>
          new Set(Array.from({ length: to - from + 2 * steps }, (_, at) => factorAt(from - steps + at)));
        const around = levelsWithin(NEAR);
        if (around.size > 1) continue;
        const isOurs = Math.abs([...around][0]! - 1) < 0.02;
        // Our own prices further away may say that it is another course.
        const isSure = since === STEPS || (since === 0 && levelsWithin(FAR).size === 1);
        for (let step = from; step < to; step += 1) {
          if (!isOurs) expect(filled.has(step)).toBe(false);
          else if (isSure) expect(filled.has(step)).toBe(true);
          // Our own prices go before those beside the gap that were filled in, as long as these are near enough.
          const most = since === 0 || since === STEPS ? 0.005 : 0.02;
          if (filled.has(step)) expect(Math.abs(filled.get(step)! / truth[step]! - 1)).toBeLessThan(most);
        }
      }
    }),
    { numRuns: 400, seed: 20_261_127 },
  );
});
