import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import { findKind } from "../../../build/kit/platform/state/document-kind.ts";
import { verifyState } from "../../../build/kit/platform/state/state-open.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { copyFolder, forgeDocument } from "../../kit/platform/state-folder.ts";
import { scale } from "../../seed.ts";
import { openChaosRun, START } from "../../system/chaos/chaos-run.ts";

/** A state from real builds on two days, so that one day is closed. */
interface KeptState {
  folder: string;
  documents: ReadonlyMap<string, unknown>;
  /** The name of one document of each kind. */
  names: readonly string[];
}

const SECOND_DAY = 24 * 60;
/** Minutes after the first build at which the next one is due. */
const NEXT_BUILD = SECOND_DAY + 30;

async function keepState(): Promise<KeptState> {
  const folder = makeTempFolder();
  for (const minutes of [0, 30, SECOND_DAY]) {
    const { error } = await buildOn(folder, minutes);
    if (error !== undefined) throw error;
  }
  const state = createStateStore(folder, { now: () => START, world: "sample" });
  const listed = state.list().map(async ({ name }) => [name, await state.read(name)] as const);
  const documents = new Map(await Promise.all(listed));
  state.close();
  const names = [...new Map([...documents.keys()].map((name) => [findKind(STATE_KINDS, name), name])).values()];
  return { folder, documents, names };
}

/** One build on the state of a folder, and its warnings. */
async function buildOn(folder: string, minutes: number): Promise<{ error: Error | undefined; warnings: string[] }> {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const state = createStateStore(folder, { now: () => START, world: "sample", kinds: STATE_KINDS, warn });
  try {
    const run = openChaosRun({ coins: 8, seed: 1, backfill: 40, whole: true, state });
    const { error } = await run.build(minutes);
    return { error, warnings };
  } finally {
    state.close();
  }
}

let kept: KeptState;
beforeAll(async () => {
  kept = await keepState();
});

describe("the documents of a state", () => {
  it("are all of a known kind, and real ones are accepted", () => {
    expect([...kept.documents.keys()].filter((name) => findKind(STATE_KINDS, name)?.accepts === undefined)).toEqual([]);
    expect(
      [...kept.documents].filter(([name, value]) => findKind(STATE_KINDS, name)?.accepts?.(value, name) !== true),
    ).toEqual([]);
    expect(verifyState(kept.folder, STATE_KINDS).faults).toEqual([]);
    expect(kept.names.length).toBeGreaterThanOrEqual(12);
  });

  it("are rejected if a field of them or of a row is missing", () => {
    for (const name of kept.names) {
      const value = kept.documents.get(name);
      const parts = Array.isArray(value)
        ? value.slice(0, 2).flatMap((row) => lose(row).map((less) => [less]))
        : lose(value);
      for (const part of parts) {
        const accepted = findKind(STATE_KINDS, name)?.accepts?.(part, name);
        expect([name, JSON.stringify(part).slice(0, 100), accepted]).toEqual([name, expect.anything(), false]);
      }
    }
  });

  it("lose only a malformed optional field", async () => {
    const place = copyFolder(kept.folder);
    const market = kept.documents.get("market") as { rates: Record<string, object> };
    const [code = ""] = Object.keys(market.rates);
    forgeDocument(place, "market", { ...market, rates: { ...market.rates, [code]: { rate: 1, date: "soon" } } });
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const state = createStateStore(place, { now: () => START, world: "sample", kinds: STATE_KINDS, warn });
    const { rates: _, ...others } = market;
    expect(await state.read("market")).toEqual(others);
    state.close();
    expect(warnings).toEqual([expect.stringMatching(/"market" .* malformed "rates"/)]);
    const { known: __, ...required } = { known: {}, ...market };
    forgeDocument(place, "market", { ...required, rates: 1 });
    const again = createStateStore(place, { now: () => START, world: "sample", kinds: STATE_KINDS, warn });
    expect(await again.read("market")).toBeUndefined();
    again.close();
  });

  it.each([
    ["of nothing", {}],
    ["of a series without its columns", { times: [1], coins: { bitcoin: { prices: [] } }, archives: [{}] }],
  ])(
    "with the shape %s do not stop a build, which sets them aside, writes them again and says so",
    async (_, wrong) => {
      const place = copyFolder(kept.folder);
      for (const name of kept.names) forgeDocument(place, name, wrong);
      const { error, warnings } = await buildOn(place, NEXT_BUILD);
      expect(error).toBeUndefined();
      for (const name of ["market", "builds", "archives", "backfill", "fear-greed"])
        expect(warnings.join("\n")).toContain(`The document "${name}" in`);
      expect((await buildOn(place, NEXT_BUILD + 30)).error).toBeUndefined();
      expect(readdirSync(join(place, "damaged")).length).toBeGreaterThan(5);
    },
    120_000,
  );
});

it("documents with one wrong part at any depth do not stop a build", async () => {
  for (const name of kept.names) {
    const variants = [...spoil(kept.documents.get(name))].filter((_, at) => at % 97 < scale(1));
    for (const wrong of variants.slice(0, scale(3))) {
      const place = copyFolder(kept.folder);
      forgeDocument(place, name, wrong);
      const { error } = await buildOn(place, NEXT_BUILD);
      expect([name, JSON.stringify(wrong).slice(0, 300), error?.stack]).toEqual([name, expect.anything(), undefined]);
    }
  }
});

/**
 * Replaces one part of a value, at any depth; one variant per part, at most four per list or map.
 */
function* spoil(value: unknown, depth = 0): Generator<unknown> {
  for (const wrong of [null, "text", -1, [1], { x: 1 }]) if (typeof wrong !== typeof value) yield wrong;
  if (typeof value !== "object" || value === null || depth > 4) return;
  for (const [name, part] of Object.entries(value).slice(0, 4))
    for (const wrong of spoil(part, depth + 1)) {
      yield Array.isArray(value) ? value.with(Number(name), wrong) : { ...value, [name]: wrong };
    }
}

/** The object without each of its required fields in turn. */
function lose(value: unknown): unknown[] {
  const may =
    "origins rates global source identityChanges supplies defi identities sourceId coinId timeouts secureCoins linkDays scores";
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value)
    .filter((name) => !may.split(" ").includes(name))
    .map((name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
}
