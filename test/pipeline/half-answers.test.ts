import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type SampleRuns, type Tamper } from "./sample-runs.ts";

interface Status {
  data: { sources: { id: string; status: string; last_error: string | null; records: number }[] };
}

/** Bitget answers two fifths of its books. */
const half: Tamper = (url, body) => {
  if (!/bitget.*tickers/.test(url)) return undefined;
  const answer = JSON.parse(body) as { data: unknown[] };
  return JSON.stringify({ ...answer, data: answer.data.slice(0, Math.floor(answer.data.length * 0.4)) });
};

const bitget = (run: SampleRun) => {
  const found = run.read<Status>("status").data.sources.find(({ id }) => id === "bitget");
  if (found === undefined) throw new Error("bitget is not in the status");
  return found;
};

let runs: SampleRuns;
beforeAll(async () => {
  runs = await openSampleRuns(60);
  await runs.build(0);
});
afterAll(() => runs.close());

it("half an answer of one exchange costs only that exchange, and after two hours it is the whole one", async () => {
  const first = await runs.build(30, half);
  expect(first.refusals).toEqual([]);
  expect(bitget(first)).toMatchObject({ status: "stale" });
  expect(bitget(first).last_error).toMatch(/^bitget\/tickers: shrank from \d+ to \d+ records/);
  expect((await runs.build(60, half)).refusals).toEqual([]);
  const last = await runs.build(150, half);
  expect(last.refusals).toEqual([]);
  expect(bitget(last)).toMatchObject({ status: "ok", last_error: null });
  expect((await runs.build(180)).refusals).toEqual([]);
});
