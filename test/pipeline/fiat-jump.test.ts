import { expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type Tamper } from "./sample-runs.ts";

interface Rates {
  data: { date: string; rates: Record<string, number> };
  meta: { updated_at: string };
}

const rates = (run: SampleRun) => run.read<Rates>("exchange-rates");

/** The collection slips the digits of one currency. */
const slip: Tamper = (url, body) => {
  if (!/currency-api/.test(url)) return undefined;
  const table = JSON.parse(body) as { usd: Record<string, number> };
  return JSON.stringify({ ...table, usd: { ...table.usd, vnd: (table.usd["vnd"] ?? 0) / 10_000 } });
};

it("a rate whose digits slipped is not published, and the table has the day of the central bank", async () => {
  const runs = await openSampleRuns(20);
  const before = rates(await runs.build(0));
  expect(before.data.date).toBe("2026-11-17");
  // Until the table is asked for again, and once more with the same table.
  for (const hours of [7, 13]) {
    const { data, meta } = rates(await runs.build(hours * 60, slip));
    expect(data.rates["VND"], `${hours} h`).toBe(before.data.rates["VND"]);
    expect(meta.updated_at).toBe(`${data.date}T00:00:00Z`);
    // The central bank publishes in the afternoon, the collection at night.
    expect(data.date).toBe("2026-11-18");
  }
  await runs.close();
});
