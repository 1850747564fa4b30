import { BACKFILL } from "./backfill/backfill-memory.ts";
import type { Ledger } from "./history/datasets/dataset-series.ts";
import { ledgers } from "./history/datasets/update-datasets.ts";
import { countPoints, type Partition, removeMarketCaps, removeOrigins } from "./history/partition.ts";
import { listNames } from "./history/partition-document.ts";
import { DAILY, HOURLY, PENDING_DAYS, SAMPLES } from "./history/partition-name.ts";
import { BUILD_LOG } from "./market/build-log.ts";
import type { IdentityRegistry } from "./market/coins/identity-registry.ts";
import type { MarketCoin } from "./market/market.ts";
import type { MarketMemory } from "./market/market-memory.ts";
import type { RememberedGlobal } from "./market/totals/validate-global.ts";
import type { RecordKind } from "./normalise/record.ts";
import type { StateStore } from "./platform/platform.ts";
import { type ArchiveCatalogue, CATALOGUE_NAME } from "./render/archives/archive-memory.ts";
import { archives } from "./render/archives/archive-registry.ts";
import { defillamaChart } from "./sources/defi/defillama-chart.ts";
import type { Source } from "./sources/source.ts";

/** Documents without a value of a source: how builds went, and what was asked when. */
const WITHOUT_VALUES: readonly string[] = [BUILD_LOG, BACKFILL];
const SERIES: readonly string[] = [SAMPLES, HOURLY, DAILY, PENDING_DAYS];
const LAST_GOOD = "last-good/";
const MARKET = "market";
/** What the remembered numbers of DeFi rest on. */
const DEFI_KINDS: readonly RecordKind[] = ["protocol", "chain", "tvl", "dex-volume"];
const REASON = "values of restricted sources were removed";

/** What a coin can have, in words. */
const PARTS: readonly (readonly [string, (coin: MarketCoin) => unknown])[] = [
  ["images", ({ image }) => image],
  ["circulating supplies", ({ circulatingSupply }) => circulatingSupply],
  ["maximum supplies", ({ maxSupply }) => maxSupply],
  ["24h ranges", ({ high24h }) => high24h],
  ["all-time highs", ({ ath }) => ath.price],
  ["all-time lows", ({ atl }) => atl.price],
  ["links and categories", ({ detail }) => detail],
  ["hourly prices of the days before the first build", ({ sparkline }) => sparkline[0]],
];

/** In words, what no coin has. */
export function listMissing(coins: readonly MarketCoin[]): string[] {
  return PARTS.flatMap(([words, find]) => (coins.some((coin) => (find(coin) ?? null) !== null) ? [] : words));
}

/** What has to go. */
interface Removal {
  restricted: readonly Source[];
  /** Their ids. */
  ids: ReadonlySet<string>;
  /** How points of series name them. */
  origins: ReadonlySet<string>;
  /**
   * An earlier build read a restricted source of coins: supplies were its values, and so market
   * caps rest on it.
   */
  withCoins: boolean;
}

/**
 * Removes every value of sources whose terms restrict redistribution from what earlier builds
 * remember. A document that is not known here is removed too: what it holds cannot be told. A state
 * without such values stays as it is.
 */
export async function removeRestricted(state: StateStore, sources: readonly Source[]): Promise<void> {
  const restricted = sources.filter(({ redistribution }) => redistribution === "restricted");
  const ids = new Set(restricted.map(({ id }) => id));
  const origins = new Set(ids);
  if (defillamaChart.redistribution === "restricted") origins.add(defillamaChart.source);
  const removal: Removal = { restricted, ids, origins, withCoins: await hasReadCoins(state, restricted) };
  for (const name of listNames(state, "")) {
    const ledger = ledgers.find(({ prefix }) => name.startsWith(prefix));
    if (WITHOUT_VALUES.includes(name)) continue;
    if (SERIES.some((prefix) => name.startsWith(prefix))) await cleanSeries(state, name, removal);
    else if (ledger !== undefined) await cleanLedger(state, name, ledger, removal);
    else if (name === MARKET) await cleanMemory(state, removal);
    else if (name === CATALOGUE_NAME) await cleanCatalogue(state, removal);
    else if (!isLastGoodOf(name, sources, ids)) state.write(name, undefined);
  }
}

/** Such a build left answers and their sizes: both are removed here, so it is told once. */
async function hasReadCoins(state: StateStore, restricted: readonly Source[]): Promise<boolean> {
  const sizes = (await state.read<MarketMemory>(MARKET))?.sizes ?? {};
  const feeds = restricted.flatMap(({ id, feeds }) =>
    feeds.flatMap((feed) => (feed.kind === "coin" ? `${id}.${feed.id}` : [])),
  );
  return feeds.some((feed) => feed in sizes || listNames(state, `${LAST_GOOD}${feed}`).length > 0);
}

function gives(restricted: readonly Source[], kind: RecordKind): boolean {
  return restricted.some(({ feeds }) => feeds.some((feed) => feed.kind === kind));
}

function isLastGoodOf(name: string, sources: readonly Source[], restricted: ReadonlySet<string>): boolean {
  return sources.some(({ id }) => !restricted.has(id) && name.startsWith(`${LAST_GOOD}${id}.`));
}

async function cleanSeries(state: StateStore, name: string, { origins, withCoins }: Removal): Promise<void> {
  const before = await state.read<Partition>(name);
  if (before === undefined) return;
  const open = removeOrigins(before, origins);
  const after = withCoins ? removeMarketCaps(open) : open;
  if (after === before) return;
  if (after.times.length === 0) state.write(name, undefined);
  else replace(state, name, after, countPoints(after));
}

/** A row names its source, or may be of any source of its kind. */
async function cleanLedger<Row>(
  state: StateStore,
  name: string,
  { kind, sourceOf, withoutCoins }: Ledger<Row>,
  { restricted, withCoins }: Removal,
): Promise<void> {
  const givers = new Set(
    restricted.filter(({ feeds }) => feeds.some((feed) => feed.kind === kind)).map(({ id }) => id),
  );
  const isOpen = (row: Row) => {
    const source = sourceOf?.(row);
    return givers.size === 0 || source === null || (source !== undefined && !givers.has(source));
  };
  const before = (await state.read<Row[]>(name)) ?? [];
  const open = before.filter(isOpen);
  const after = withCoins && withoutCoins ? open.flatMap((row) => withoutCoins(row) ?? []) : open;
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  if (after.length === 0) state.write(name, undefined);
  else replace(state, name, after, after.length);
}

/**
 * What is listed here is computed from tickers, is an id, or is of a kind that no restricted source
 * gives; what later versions add is not carried on.
 */
async function cleanMemory(state: StateStore, { restricted, ids, withCoins }: Removal): Promise<void> {
  const before = await state.read<MarketMemory>(MARKET);
  if (before === undefined) return;
  const { timeMs, known, owners, identityChanges, prices, rates, books, sizes, pricedCoins, global, defi, identities } =
    before;
  const isOpen = ([feed]: [string, number]) => !ids.has(feed.split(".")[0] ?? "");
  const after: MarketMemory = {
    ...{ timeMs, known, owners, prices, books, pricedCoins },
    ...(identityChanges && { identityChanges }),
    sizes: Object.fromEntries(Object.entries(sizes).filter(isOpen)),
    ...(rates && !gives(restricted, "rate") && { rates }),
    ...(defi && !DEFI_KINDS.some((kind) => gives(restricted, kind)) && { defi }),
    ...(identities && { identities: removeFigures(identities, ids) }),
    ...(global && !ids.has(global.source) && { global: withCoins ? removeAnchor(global) : global }),
  };
  replace(state, MARKET, after, 1);
}

/** The anchor compares totals with market caps of coins. */
function removeAnchor({ source, record, timeMs }: RememberedGlobal): RememberedGlobal {
  return { source, record, timeMs };
}

/**
 * Ids, tickers and names say which coin is meant; supplies, contracts and own ids are values of
 * their sources.
 */
function removeFigures({ coins, links }: IdentityRegistry, restricted: ReadonlySet<string>): IdentityRegistry {
  const named = Object.entries(coins).map(([id, coin]) => [id, { ...coin, contracts: {}, supply: null }]);
  const open = Object.entries(links).filter(([source]) => !restricted.has(source));
  return { coins: Object.fromEntries(named), links: Object.fromEntries(open) };
}

/** Forgets archives that hold such values: they are made again from the series, or are gone. */
async function cleanCatalogue(state: StateStore, { ids, origins }: Removal): Promise<void> {
  const before = await state.read<ArchiveCatalogue>(CATALOGUE_NAME);
  if (before === undefined) return;
  const kept = before.archives.filter(({ entry: { dataset, sources } }) => {
    const hasPrices = archives.find((archive) => archive.dataset === dataset)?.kinds.includes("coin") ?? true;
    return !sources.some((id) => (hasPrices ? origins : ids).has(id));
  });
  if (kept.length < before.archives.length) replace(state, CATALOGUE_NAME, { archives: kept }, kept.length);
}

function replace(state: StateStore, name: string, value: unknown, rows: number): void {
  state.write(name, value, { rows, closed: state.find(name)?.closed === true, reopen: REASON });
}
