import { expect, it } from "vitest";
import { build, COLD } from "../chaos/attacks/chain.ts";
import { openTimeline } from "../chaos/attacks/timeline.ts";
import { SEED } from "../chaos/random.ts";
import { addVenueNoise, leaveVenuesOut, SIZE_CLASSES } from "./leave-one-out.ts";
import { reportCalibration, summarise } from "./report.ts";

const COINS = 250;

it("holds 90 to 97 % of the prices of left-out venues on a demo market with noise, in every size class", async () => {
  const { datasets, now } = await openTimeline({ seed: SEED, coins: COINS, stepMinutes: 30 })(0);
  const ranks = new Map(
    build(datasets, now, COINS, COLD).market.coins.flatMap(({ rank, evidence }) =>
      evidence.tickers.map(({ exchange, market }) => [`${exchange} ${market}`, rank ?? COINS] as const),
    ),
  );
  const noisy = addVenueNoise(datasets, (source, { market }) => ranks.get(`${source} ${market}`), SEED);
  const leftOut = leaveVenuesOut({ datasets: noisy, now }, COINS);
  const rows = SIZE_CLASSES.map(({ name, from, to }) =>
    summarise(
      `Rank ${name}`,
      leftOut.filter(({ rank }) => rank >= from && rank <= to),
    ),
  );
  for (const { group, left_out, inside_percentage } of rows) {
    expect(left_out, group).toBeGreaterThan(100);
    expect(inside_percentage, group).toBeGreaterThanOrEqual(90);
    expect(inside_percentage, group).toBeLessThanOrEqual(97);
  }
  const about = "The demo market with noise per exchange and coin that has heavy tails (invented prices)";
  reportCalibration({ name: "demo", about, seed: SEED, rows });
});
