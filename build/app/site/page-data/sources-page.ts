import type { Endpoint, World } from "../../../crypto/api/world.ts";
import { keysOf } from "../../../lib/collections.ts";
import { buildCredit } from "./data-page.ts";

type Kind = Endpoint["kinds"][number];

/** Without words: listings only resolve codes, and past rates come from the source of today's. */
const WORDS: Readonly<Record<Kind, string | null>> = {
  listing: null,
  ticker: "prices and volumes",
  coin: "coins, supplies and reference prices",
  "coin-detail": "links, categories and contracts",
  global: "market totals",
  exchange: "the list of exchanges",
  protocol: "protocols",
  chain: "chains",
  tvl: "total value locked",
  "dex-volume": "DEX volumes",
  index: "the Fear & Greed Index",
  rate: "exchange rates",
  fixing: null,
  article: "headlines and links",
};

const GROUPS: readonly { id: string; title: string; kinds: readonly Kind[] }[] = [
  { id: "exchanges", title: "Exchanges", kinds: ["ticker", "listing"] },
  {
    id: "reference",
    title: "Coins, DeFi and indices",
    kinds: ["coin", "coin-detail", "global", "exchange", "protocol", "chain", "tvl", "dex-volume", "index"],
  },
  { id: "rates", title: "Exchange rates", kinds: ["rate"] },
  { id: "news", title: "News", kinds: ["article"] },
];
const UNUSED = { id: "unused", title: "Not used in this build" };

/** Every source, grouped by what this build took from it (`gives`). No group is empty. */
export function computeSourcesPage({ market, run }: World) {
  const kindsOf = new Map<string, Set<Kind>>();
  for (const { source, kind } of market.datasets) {
    const kinds = kindsOf.get(source) ?? new Set();
    kindsOf.set(source, kinds.add(kind));
  }
  const terms = run.sources.map((source) => {
    const kinds = kindsOf.get(source.id) ?? new Set<Kind>();
    const gives = keysOf(WORDS).flatMap((kind) => (kinds.has(kind) ? (WORDS[kind] ?? []) : []));
    const group = GROUPS.find((candidate) => candidate.kinds.some((kind) => kinds.has(kind))) ?? UNUSED;
    return {
      ...buildCredit(source),
      terms: source.terms,
      isOff: source.status === "off",
      gives,
      group: group.id,
    };
  });
  return [...GROUPS, UNUSED].flatMap(({ id, title }) => {
    const sources = terms.filter(({ group }) => group === id).map(({ group: _, ...source }) => source);
    return sources.length === 0 ? [] : [{ id, title, sources }];
  });
}
