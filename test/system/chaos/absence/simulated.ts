import { GateRefusal } from "../../../../build/app/run/gate-refusal.ts";
import { loadConfig } from "../../../../build/config.ts";
import type { Status } from "../../../../build/crypto/api/endpoints/status.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import type { RunReport } from "../../../../build/crypto/api/run-report.ts";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import { DEMO_SEED, type DemoMarket } from "../../../../build/crypto/demo/demo-market.ts";
import { buildSourceReports, chooseSources } from "../../../../build/crypto/ingest/choose-sources.ts";
import { readSources } from "../../../../build/crypto/ingest/read-sources.ts";
import { openReadingTime } from "../../../../build/crypto/ingest/reading-time.ts";
import type { FeedOutcome } from "../../../../build/crypto/ingest/session.ts";
import { QUOTE_CODES } from "../../../../build/crypto/market/quotes/quote-code.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";
import { computeEnvelope } from "../../../../build/kit/api/envelope.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { MINUTE_MS } from "../../../../build/lib/time.ts";
import { makeWorld } from "../../../fixtures/market.ts";
import { NO_OUTPUT } from "../../../kit/platform/output/memory-output.ts";
import { OTHER_SOURCES } from "../../../pipeline/sample-runs.ts";
import { type Built, build, type ChainState, COLD } from "../attacks/chain.ts";
import { type Faults, START } from "../chaos-run.ts";
import type { Fault } from "../fault.ts";
import { FAULTS } from "../faults.ts";
import { depegMarket, reprice } from "../market-faults.ts";
import { createMemoryHttp, createUpstreams } from "../upstreams.ts";
import { type Combination, TWELVE } from "./combination.ts";

/** Enough for namesakes, coins of two venues and a price of 1.4e-12 USD. */
export const COINS = 80;
export const STEP_MINUTES = 30;
/** USDT is worth so much: a price that counts it as a dollar is 1 % off. */
const DEPEG = 0.99;
/** Coins move by so much until the second build: a price of the first is 8 % off. */
const MOVE = 1.08;
/** No coin list has a price of these: one trades on seven venues, the others on three and two. */
export const UNPRICED: Readonly<Record<string, string>> = {
  "canton-network": "CC",
  "leo-token": "LEO",
  "anrkey-x": "$ANRX",
};

export const SOURCES_OFF: readonly string[] = [
  ...OTHER_SOURCES,
  ...sources.flatMap(({ id, venue, offByDefault }) =>
    venue !== undefined && offByDefault === undefined && !TWELVE.includes(id) ? id : [],
  ),
];
const CHOSEN = chooseSources(sources, { ...loadConfig({}).config, sourcesOff: [...SOURCES_OFF] });

/** Half of the coins move, but none that quotes others. */
export function changeMarket(world: DemoMarket): DemoMarket {
  const pegged = depegMarket(world, "tether", "USDT", DEPEG);
  const moved = new Set(
    world.coins.flatMap(({ id, symbol }, at) => (at % 2 === 0 && !QUOTE_CODES.has(symbol) ? id : [])),
  );
  if (world.now === START) return pegged;
  return reprice(pegged, (id) => (id !== null && moved.has(id) ? MOVE : 1));
}

const ABSENT = findFault("hang");
const LIES = findFault("price-times-10");

function findFault(id: string): Fault {
  return FAULTS.find((fault) => fault.id === id)!;
}

/** The lists state no price of some coins. */
export const LISTS: Faults = new Map([
  [
    "coingecko",
    editRows((row) => (Object.hasOwn(UNPRICED, row["id"] as string) ? { ...row, current_price: null } : row)),
  ],
  [
    "coinpaprika",
    editRows((row) =>
      Object.values(UNPRICED).includes(row["symbol"] as string) ? { ...row, quotes: { USD: {} } } : row,
    ),
  ],
]);

function editRows(edit: (row: Record<string, unknown>) => object): Fault {
  return {
    id: "no-price",
    what: "no price of some coins",
    level: "body",
    edit(text) {
      const body = JSON.parse(text) as unknown;
      return Array.isArray(body) ? { body: Buffer.from(JSON.stringify(body.map(edit))) } : {};
    },
  };
}

/** The faults of all sources in a combination. */
export function listFaults({ absent, liar }: Combination): Faults {
  return new Map([...LISTS, ...absent.map((id) => [id, ABSENT] as const), [liar, LIES]]);
}

/** Every source's part in three builds: sound, with prices × 10, and silent. */
interface Moment {
  world: DemoMarket;
  sound: Read;
  lying: Read;
  silent: Read;
}
type Read = ReadonlyMap<string, readonly FeedOutcome[]>;

async function readMoment(minutes: number, openState: () => Promise<StateStore>): Promise<Moment> {
  const now = START + minutes * MINUTE_MS;
  const world = changeMarket(createDemoMarket({ seed: DEMO_SEED, coins: COINS, now }));
  const readWith = async (fault?: Fault) => {
    const faults: Faults = new Map([...LISTS, ...(fault ? TWELVE.map((id) => [id, fault] as const) : [])]);
    return readAll(world, faults, await openState());
  };
  return { world, sound: await readWith(), lying: await readWith(LIES), silent: await readWith(ABSENT) };
}

async function readAll(world: DemoMarket, faults: Faults, state: StateStore): Promise<Read> {
  const { now, seed } = world;
  const upstreams = createUpstreams({ world: () => world, faults: () => faults, seed });
  const effects = {
    now: () => now,
    http: createMemoryHttp(upstreams, () => now),
    output: NO_OUTPUT,
    state,
    progress: SILENT_PROGRESS,
  };
  const outcomes = await readSources(
    CHOSEN,
    {
      effects,
      now,
      coins: COINS,
      cadenceMs: STEP_MINUTES * MINUTE_MS,
      detailsPerBuild: 0,
      apiKeys: {},
      ignoreCache: false,
      time: openReadingTime(),
      outcomes: new Map(),
    },
    undefined,
  );
  return new Map(CHOSEN.map(({ id }) => [id, outcomes.filter(({ source }) => source.id === id)]));
}

/** A build of a combination: priced and judged, with the answers that describe its sources. */
export interface AbsentBuild {
  combination: Combination;
  world: DemoMarket;
  /** The complete build before; absent: there is none. */
  before?: Built;
  built: Built;
  report: RunReport;
  refusal: GateRefusal | null;
  status: Status;
  exchanges: readonly { id: string; status: string }[];
}

export interface Simulation {
  /** The first build of a site. */
  first(combination: Combination): AbsentBuild;
  /** The build after a complete one. */
  second(combination: Combination): AbsentBuild;
}

/**
 * Reads every source in each of its parts once. A combination picks one part of each source: what
 * a venue answers has no influence on the others.
 */
export async function openSimulation(): Promise<Simulation> {
  const newState = () => createMemoryStateStore({ now: () => START, world: "sample" });
  const first = await readMoment(0, async () => newState());
  const second = await readMoment(STEP_MINUTES, async () => {
    const state = newState();
    await readAll(first.world, LISTS, state);
    return state;
  });
  const complete = build(listDatasets([...first.sound.values()].flat()), first.world.now, COINS, COLD, CHOSEN);
  return {
    first: (combination) => buildWith(first, combination),
    second: (combination) => buildWith(second, combination, complete),
  };
}

function buildWith({ world, ...reads }: Moment, combination: Combination, before?: Built): AbsentBuild {
  const { absent, liar } = combination;
  const outcomes = CHOSEN.flatMap(({ id }) => {
    const read = absent.includes(id) ? reads.silent : id === liar ? reads.lying : reads.sound;
    return read.get(id)!;
  });
  const state: ChainState = before?.after ?? COLD;
  const built = build(listDatasets(outcomes), world.now, COINS, state, CHOSEN);
  const report: RunReport = {
    generatedAtMs: world.now,
    cadenceMs: STEP_MINUTES * MINUTE_MS,
    commit: null,
    run: null,
    excludedKinds: [],
    overrides: [],
    nextUpdateAtMs: world.now + STEP_MINUTES * MINUTE_MS,
    sources: buildSourceReports(sources, CHOSEN, outcomes, false),
    gate: built.gate,
    builds: [],
    reachability: [],
    answersSinceMs: world.now,
    outages: [],
  };
  const known = makeWorld({}, { market: built.market, run: report });
  const answer = (id: string) => computeEnvelope(endpoints.find((each) => each.id === id)!, known, {}).data;
  return {
    combination,
    world,
    built,
    report,
    ...(before && { before }),
    refusal: built.gate.passed ? null : new GateRefusal(report),
    status: answer("status") as Status,
    exchanges: answer("exchanges") as AbsentBuild["exchanges"],
  };
}

function listDatasets(outcomes: readonly FeedOutcome[]) {
  return outcomes.flatMap(({ dataset }) => dataset ?? []);
}
