import { describe, expect, it } from "vitest";
import type { DemoBook, DemoMarket } from "../../../../build/demo/demo-market.ts";
import { GateRefusal } from "../../../../build/market/gate/gate-refusal.ts";
import { verifyMemory } from "../../../fixtures/memory-tree.ts";
import { type ChaosBuild, openChaosRun } from "../chaos-run.ts";
import type { Fault } from "../fault.ts";
import { scaleBook } from "../market-faults.ts";
import { OTHER_SOURCES, PRICE_ANSWERS } from "../price-sources.ts";
import { SEED, TIMES } from "../random.ts";
import { recordTries } from "../record-tries.ts";
import { openDraws } from "./attack.ts";
import { PRICE_FACTORS, VOLUME_FACTORS } from "./lies.ts";
import { VENUES } from "./price-attacks.ts";

const COINS = 60;
const ATTACKS = Math.ceil(20 * TIMES);
/** Builds of one attack, the first one honest; then each half an hour later. */
const BUILDS = 3;
const NEAR = 0.02;

interface Row {
  id: string;
  current_price: number | null;
  price_source: string;
  exchanges: number;
  last_updated: string | null;
}

interface Lie {
  liars: readonly string[];
  what: string;
  /** One coin, which must not stop the site. */
  one: boolean;
  lens(world: DemoMarket): DemoMarket;
}

/**
 * The books of a world, told otherwise: the liars' upstreams then answer with them in their own
 * form.
 */
function retell(world: DemoMarket, lie: (book: DemoBook) => DemoBook): DemoMarket {
  return { ...world, books: (venue) => world.books(venue).map(lie) };
}

function scale(book: DemoBook, price: number, volume: number): DemoBook {
  const scaled = scaleBook(book, price);
  return { ...scaled, baseVolume: scaled.baseVolume * volume, quoteVolume: scaled.quoteVolume * volume };
}

const coin = (liars: readonly string[], id: string, price: number, volume = 1): Lie => ({
  ...{ liars, what: `${id} × ${price}, volume × ${volume}`, one: true },
  lens: (world) => retell(world, (book) => (book.coinId === id ? scale(book, price, volume) : book)),
});
const all = (liars: readonly string[], price: number, volume = 1): Lie => ({
  ...{ liars, what: `all × ${price}, volume × ${volume}`, one: false },
  lens: (world) => retell(world, (book) => (book.coinId === null ? book : scale(book, price, volume))),
});
const quote = (liars: readonly string[], factor: number, volume = 1): Lie => ({
  ...{ liars, what: `USDT × ${factor}, volume × ${volume}`, one: false },
  lens: (world) =>
    retell(world, (book) => {
      if (book.quote === "USDT") return scale(book, 1 / factor, volume);
      return book.coinId === "tether" ? scale(book, factor, volume) : book;
    }),
});

const EXAMPLES: readonly Lie[] = [
  coin(["kraken"], "shiba-inu", 1.29, 10_000),
  coin(["kraken"], "shiba-inu", 1.29, 100),
  all(["binance"], 0.75),
  coin(["okx"], "gas", 0.75),
  quote(["binance", "okx"], 0.95, 100),
  quote(["mexc", "htx"], 1.15, 1_000),
  coin(["binance"], "wrapped-beacon-eth", 1.28),
  coin(["coinbase", "kraken"], "solana", 1.1, 100),
];

function draw(index: number): Lie {
  const random = openDraws(SEED, "whole-builds", index);
  const liars = random.sample(VENUES, random.pick([1, 1, 2]));
  const volume = random.pick(VOLUME_FACTORS);
  const price = random.pick(PRICE_FACTORS);
  const ids = ["dogecoin", "solana", "ripple", "cardano", "chainlink", "litecoin", "uniswap", "shiba-inu"];
  return random.pick([
    () => coin(liars, random.pick(ids), price, volume),
    () => all(liars, price, volume),
    () => quote(liars, random.pick([0.9, 0.95, 1.05, 1.15]), volume),
  ])();
}

function read({ tree }: ChaosBuild): Row[] {
  const body = tree?.get("api/coins/limit/all.json");
  return body === undefined ? [] : (JSON.parse(Buffer.from(body).toString()) as { data: Row[] }).data;
}

const open = () => openChaosRun({ coins: COINS, seed: SEED, sourcesOff: [...OTHER_SOURCES] });

describe("whole builds whose upstreams answer with lies", () => {
  it("publish no wrong price as fresh, and pass every check of what was written", async () => {
    const honestRun = open();
    const honest: Map<string, Row>[] = [];
    for (let build = 0; build < BUILDS; build += 1) {
      const rows = read(await honestRun.build(build * 30, new Map(), PRICE_ANSWERS));
      expect(rows.length).toBe(COINS);
      honest.push(new Map(rows.map((row) => [row.id, row])));
    }
    const problems: string[] = [];
    let refused = 0;
    for (let index = 0; index < ATTACKS; index += 1) {
      const lie = EXAMPLES[index] ?? draw(index);
      const fault: Fault = { id: "lie", what: lie.what, level: "market", lies: true, lens: lie.lens };
      const faults = new Map(lie.liars.map((liar) => [liar, fault]));
      const run = open();
      // Every third attack meets a site without any memory.
      const cold = index % 3 === 2;
      for (let build = 0; build < BUILDS; build += 1) {
        const name = `attack ${index}, build ${build}, ${lie.liars.join(" and ")}: ${lie.what}`;
        const attacked = build > 0 || cold;
        const answers = build === BUILDS - 1 ? undefined : PRICE_ANSWERS;
        const done = await run.build(build * 30, attacked ? faults : new Map(), answers);
        if (done.tree === undefined) {
          refused += 1;
          if (!(done.error instanceof GateRefusal)) problems.push(`${name}: ${done.error?.stack}`);
          else if (lie.one || !attacked) problems.push(`${name}: ${done.error.message}`);
          continue;
        }
        for (const row of read(done))
          problems.push(...judge(row, honest[build]!, lie.liars).map((text) => `${name}: ${text}`));
        if (build === BUILDS - 1) {
          const { problems: found, checks } = await verifyMemory(done.tree);
          problems.push(...found.slice(0, 3).map((text) => `${name}: ${text}`));
          expect(checks).toBeGreaterThan(100);
        }
      }
    }
    process.stdout.write(`whole builds: ${ATTACKS} attacks, ${ATTACKS * BUILDS} builds, ${refused} refused\n`);
    expect(problems.slice(0, 10)).toEqual([]);
    await recordTries({
      name: "attacks-whole",
      what: "whole builds of which some upstreams lied about prices",
      tried: ATTACKS * BUILDS,
    });
  });
});

/** A row that calls itself fresh, beside the same row of the build without an attack. */
function judge(row: Row, honest: ReadonlyMap<string, Row>, liars: readonly string[]): string[] {
  const truth = honest.get(row.id);
  if (truth?.current_price == null || row.current_price === null || row.price_source === "stale") return [];
  // All of the liars may be among the venues of its price.
  const left = truth.exchanges - liars.length;
  if (left < 2 || left <= liars.length - 1) return [];
  const off = Math.abs(row.current_price / truth.current_price - 1);
  const share = `${(off * 100).toFixed(1)} % off, ${truth.exchanges} venues without the attack`;
  return off > NEAR ? [`${row.id} ${row.price_source} at ${row.current_price} is ${share}`] : [];
}
