import type { Endpoint } from "../../../kit/api/endpoint.ts";
import { day, defineRow, number } from "../../../kit/api/row.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import { renderCsv, renderDecimal } from "../../../kit/render/archives/render-csv.ts";
import { markColumns, markDescription } from "../../../kit/render/demo-mark.ts";
import type { PreviousAnswers } from "../../../kit/render/responses.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { renderDay } from "../../../lib/time.ts";
import { coinHistory } from "../../api/endpoints/coin-history.ts";
import { CHANGED_RATES } from "../../api/quote/fixing.ts";
import { type Points, readPoints } from "../../api/quote/quote.ts";
import { CENTRAL_BANK_CURRENCIES, FIAT_CURRENCIES } from "../../api/quote/site-currencies.ts";
import { COVERED_COINS, type TreeName } from "../../api/trees.ts";
import type { World } from "../../api/world.ts";

export const PRICES_TREE: TreeName = "prices";

/** The close of a UTC day, with both as texts for all formats. */
interface Close {
  dayMs: number;
  value: number;
  day: string;
  price: string;
}

interface PriceTable {
  key: string;
  /** Upper-case code. */
  currency: string;
  closes: readonly Close[];
}

/** Formats by extension. */
export const PRICE_FORMATS = {
  csv: { title: "CSV", mediaType: "text/csv", render: renderTable },
  ledger: { title: "price directives of ledger and hledger", mediaType: "text/plain", render: renderLedger },
  beancount: { title: "price directives of Beancount", mediaType: "text/plain", render: renderBeancount },
} satisfies Record<
  string,
  { title: string; mediaType: string; render(table: PriceTable, world: World): Promise<Buffer> | string }
>;

/**
 * `data/prices/{key}/{currency}.{format}`: the price of every closed UTC day of the largest coins,
 * from the first known day. The bytes stay the same until midnight UTC.
 */
export async function* renderPriceFiles(
  endpoints: readonly Endpoint<World>[],
  world: World,
  previous?: PreviousAnswers,
): AsyncGenerator<Artifact> {
  const sources = listPriceSources(endpoints, world);
  const nameDay = createDayNames();
  for (const { key } of listPricedCoins(world)) {
    for (const { currency, endpoint } of sources) {
      const params = { symbol: key, period: "all" };
      const inputs = previous && endpoint.inputs?.(world, params);
      const inputsDigest = inputs === undefined ? undefined : computeSha256(inputs);
      let table: PriceTable | undefined;
      const readCloses = () => listCloses(endpoint.compute(world, params).data as History, nameDay);
      for (const [format, { render }] of Object.entries(PRICE_FORMATS)) {
        const path = `api/${namePriceFile(key, currency, format)}`;
        let known: Pick<Artifact, "body" | "sha256"> | undefined =
          inputsDigest === undefined ? undefined : previous?.find(path, inputsDigest);
        if (known === undefined) {
          table ??= { key, currency: currency.toUpperCase(), closes: readCloses() };
          known = { body: await render(table, world) };
        }
        yield { path, ...known, tree: PRICES_TREE, ...(inputsDigest !== undefined && { inputsDigest }) };
      }
    }
  }
}

interface History {
  prices: Points;
}

function listCloses({ prices }: History, nameDay: (dayMs: number) => string): Close[] {
  const { times, values } = readPoints(prices);
  return times.flatMap((dayMs, at) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ dayMs, value, day: nameDay(dayMs), price: renderDecimal(value) }];
  });
}

/** Every coin has the same days. */
function createDayNames(): (dayMs: number) => string {
  const names = new Map<number, string>();
  return (dayMs) => {
    const name = names.get(dayMs) ?? renderDay(dayMs);
    names.set(dayMs, name);
    return name;
  };
}

/** The path below `/api`. */
export function namePriceFile(key: string, currency: string, format: string): string {
  return `data/prices/${key}/${currency}.${format}`;
}

/** The coins with files of daily prices: none where the files are left out. */
export function listPricedCoins({ market, covered = COVERED_COINS[0], leftOut = [] }: World) {
  if (leftOut.some((one) => one.tree === PRICES_TREE && one.covered === 0)) return [];
  return market.coins.slice(0, covered);
}

/** The endpoints of daily prices: in USD, and in every configured fiat currency. */
export function listPriceSources(
  endpoints: readonly Endpoint<World>[],
  world: World,
): { currency: string; endpoint: Endpoint<World> }[] {
  const inUsd = endpoints.filter(({ id }) => id === coinHistory.id);
  const inFiat = endpoints.filter(
    ({ derived }) => derived?.base === coinHistory.id && CENTRAL_BANK_CURRENCIES.includes(derived.currency),
  );
  return [...inUsd, ...inFiat.filter((endpoint) => hasFiles(endpoint, world))].map((endpoint) => ({
    currency: endpoint.derived?.currency ?? BASE_CURRENCY,
    endpoint,
  }));
}

function hasFiles({ variants }: Endpoint<World>, world: World): boolean {
  for (const _ of variants(world)) return true;
  return false;
}

const CloseRow = defineRow<Close>()("The close of a day", {
  date: day("UTC day", ({ dayMs }) => dayMs),
  close: number("Price at the end of the day", ({ value }) => value),
});

async function renderTable({ closes }: PriceTable, world: World): Promise<Buffer> {
  const columns = Object.values(CloseRow.columns);
  const chunks: Buffer[] = [];
  for await (const chunk of renderCsv(markColumns(columns, world), closes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A commodity is in quotes if it contains more than letters. */
function renderLedger(table: PriceTable, world: World): string {
  const name = nameCommodity(table.key);
  const commodity = /^[A-Z]+$/.test(name) ? name : `"${name}"`;
  return renderDirectives(table, name, world, (day, price) => `P ${day} ${commodity} ${price} ${table.currency}`);
}

function renderBeancount(table: PriceTable, world: World): string {
  const name = nameBeancount(table.key);
  return renderDirectives(table, name, world, (day, price) => `${day} price ${name} ${price} ${table.currency}`);
}

function renderDirectives(
  { key, currency, closes }: PriceTable,
  name: string,
  world: World,
  renderLine: (day: string, price: string) => string,
): string {
  const code = key.toUpperCase();
  const reason = isFiat(key) ? "a fiat currency" : "not a valid name";
  const lines = [
    `; ${markDescription(`Daily closes of the coin ${key} in ${currency}: closed UTC days.`, world)}`,
    ...(currency === BASE_CURRENCY.toUpperCase() ? [] : [`; ${CHANGED_RATES}`]),
    ...(name === code ? [] : [`; The commodity is ${name}: ${code} is ${reason}.`]),
    ...closes.map(({ day, price }) => renderLine(day, price)),
  ];
  return `${lines.join("\n")}\n`;
}

/** Keys are unique, symbols are not. A coin never has the name of a fiat currency. */
export function nameCommodity(key: string): string {
  const name = key.toUpperCase().replace(/["\s;]/g, "-");
  return isFiat(key) ? `COIN-${name}` : name;
}

/** A journal may hold any of them: Mantle and the tugrik are both MNT. */
const isFiat = (key: string): boolean => FIAT_CURRENCIES.includes(key);

/**
 * https://beancount.github.io/docs/beancount_language_syntax.html#commodities-currencies
 * TRUE, FALSE and NULL are values.
 */
const BEANCOUNT_NAME = /^(?!(?:TRUE|FALSE|NULL)$)[A-Z][A-Z0-9'._-]{0,22}[A-Z0-9]$/;

/** A hash keeps shortened names unique. */
export function nameBeancount(key: string): string {
  const name = nameCommodity(key);
  const found = [name, `COIN-${name}`].find((one) => BEANCOUNT_NAME.test(one));
  if (found !== undefined) return found;
  const clean = name.replace(/[^A-Z0-9'._-]/g, "-").slice(0, 10);
  return `COIN-${clean}-${computeSha256(key).slice(0, 6).toUpperCase()}`;
}
