import { compareText } from "../../../lib/collections.ts";
import { isTimeMs, mapOf } from "../../../lib/shape.ts";
import { DAY_MS } from "../../../lib/time.ts";
import { renderAddress } from "../../normalise/address.ts";
import { findCodeException } from "../../normalise/code-exception.ts";
import type { Identification } from "../../normalise/identify.ts";
import type { CoinDetail, Dataset } from "../../normalise/record.ts";
import { readUnits } from "../../normalise/resolve-code.ts";

/** What a coin is called elsewhere: the id of a list, the code of an exchange, a contract. */
export interface CoinLink {
  kind: "list" | "venue" | "contract";
  /** Id of the list or of the exchange; the chain by CoinGecko's id of it, such as `ethereum`. */
  place: string;
  name: string;
  /** The start of the UTC day on which a build first used it for this coin, unix milliseconds. */
  sinceMs: number;
}

/** Coin id → its links: lists, then venues, then contracts, each by place and day. */
export type CoinLinks = ReadonlyMap<string, readonly CoinLink[]>;

/** Link of a coin (see `renderLink`) → the UTC day of its first use, in days since 1970. */
export type LinkDays = Readonly<Record<string, number>>;
export const isLinkDays = mapOf(isDayNumber);

/** A day that a date can have. */
function isDayNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && isTimeMs(Number(value) * DAY_MS);
}

interface LinkInput {
  coins: readonly { id: string; detail: Pick<CoinDetail, "platforms"> | null }[];
  /** Lists with the ids of this site, and with their own ones. */
  lists: readonly Dataset<"coin">[];
  identification: Pick<Identification, "known" | "unidentified">;
  /** The pairs of every venue that responded, with and without trades. */
  tickers: readonly Dataset<"ticker">[];
  days: LinkDays;
  now: number;
}

type Undated = Omit<CoinLink, "sinceMs"> & { coinId: string };

/**
 * The links that the program uses: ids of lists whose rows became a coin, codes of venues that
 * were identified for prices, and contracts. Nothing is mapped a second time. The ids of a list
 * that does not respond stay. A code that this build refused is no link of it. `days` is the memory
 * for the next build.
 */
export function collectLinks(input: LinkInput): { links: CoinLinks; days: LinkDays } {
  const { coins, days, now } = input;
  const today = Math.floor(now / DAY_MS);
  const found = new Map<string, CoinLink[]>(coins.map(({ id }) => [id, []]));
  const kept: Record<string, number> = {};
  const readDay = (text: string) => (Object.hasOwn(days, text) ? days[text] : undefined);
  for (const link of [...listIds(input), ...listCodes(input), ...listContracts(coins)]) {
    const own = found.get(link.coinId);
    const text = renderLink(link);
    if (own === undefined || Object.hasOwn(kept, text)) continue;
    const day = Math.min(readDay(text) ?? today, today);
    if (isRefused(link, input)) continue;
    const { kind, place, name } = link;
    own.push({ kind, place, name, sinceMs: day * DAY_MS });
    kept[text] = day;
  }
  for (const own of found.values()) own.sort(compareLinks);
  return { links: found, days: { ...kept, ...keepAbsent(input, kept) } };
}

/** Links that are kept in memory although no build uses them now: some two megabytes. */
const MOST_ABSENT = 40_000;

/**
 * The days of links that this build does not have, the newest of them: after a failed source they
 * come back. A list that responds without a row of a coin has ended that link.
 */
function keepAbsent({ coins, days }: LinkInput, kept: LinkDays): LinkDays {
  const present = new Set(coins.map(({ id }) => id));
  const absent = Object.entries(days).filter(
    ([text]) =>
      !Object.hasOwn(kept, text) &&
      (text.split(":", 2)[1] !== "list" || !present.has(text.slice(text.lastIndexOf(" ") + 1))),
  );
  if (absent.length > MOST_ABSENT) absent.sort(([, a], [, b]) => b - a);
  return Object.fromEntries(absent.slice(0, MOST_ABSENT));
}

/** A code that some build identified, and that means no coin now. */
function isRefused({ kind, place, name }: Undated, { identification }: LinkInput): boolean {
  return kind === "venue" && identification.unidentified.get(place, name) !== undefined;
}

/** Units of the coin in one unit of the link: 1000 for the code `1000SATS` of Binance, else 1. */
export function countUnits({ kind, place, name }: CoinLink): number {
  return kind === "venue" ? readUnits(findCodeException(place, name)) : 1;
}

const KINDS: readonly CoinLink["kind"][] = ["list", "venue", "contract"];

function compareLinks(a: CoinLink, b: CoinLink): number {
  return (
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    compareText(a.place, b.place) ||
    a.sinceMs - b.sinceMs ||
    compareText(a.name, b.name)
  );
}

/** With the coin: a code that comes to mean another coin is a new link. */
function renderLink({ kind, place, name, coinId }: Undated): string {
  return `${place}:${kind}:${name} ${coinId}`;
}

/** `undefined` for a text that `renderLink` does not write. */
function parseLink(text: string): Undated | undefined {
  const [, place, kind, name, coinId] = /^([^:]+):(list|venue|contract):(.+) (\S+)$/s.exec(text) ?? [];
  if (place === undefined || name === undefined || coinId === undefined) return undefined;
  return { place, kind: kind as CoinLink["kind"], name, coinId };
}

function listIds({ lists, days }: LinkInput): Undated[] {
  const current = lists.flatMap(({ source: place, records }) => {
    const used = new Set<string>();
    return records.flatMap(({ id: coinId, sourceId }): Undated[] => {
      // Two rows may mean one coin: the first one is used.
      if (used.has(coinId)) return [];
      used.add(coinId);
      return [{ kind: "list", place, name: sourceId?.id ?? coinId, coinId }];
    });
  });
  const answered = new Set<string>(lists.map(({ source }) => source));
  const remembered: Undated[] = [];
  // Parsing takes time: most texts are codes of venues, and most lists respond.
  for (const text of Object.keys(days)) {
    if (answered.has(text.slice(0, text.indexOf(":")))) continue;
    const link = parseLink(text);
    if (link?.kind === "list") remembered.push(link);
  }
  return [...current, ...remembered];
}

/** The codes that a venue lists; of a venue that does not respond, those that it ever listed. */
function listCodes({ identification, tickers }: LinkInput): Undated[] {
  const listed = new Map(tickers.map(({ source, records }) => [source, new Set(records.map(({ base }) => base))]));
  return Object.entries(identification.known).flatMap(([text, known]): Undated[] => {
    const at = text.indexOf(":");
    const coinId = typeof known === "string" ? known : known.coinId;
    const [place, name] = [text.slice(0, at), text.slice(at + 1)];
    return listed.get(place)?.has(name) === false ? [] : [{ kind: "venue", place, name, coinId }];
  });
}

function listContracts(coins: LinkInput["coins"]): Undated[] {
  return coins.flatMap(({ id: coinId, detail }) =>
    Object.entries(detail?.platforms ?? {}).map(
      ([place, address]): Undated => ({ kind: "contract", place, name: renderAddress(address), coinId }),
    ),
  );
}
