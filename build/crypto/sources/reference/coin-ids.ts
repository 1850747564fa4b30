import { Dropped, ignored, NO_PRICE, type ReferenceCoin } from "../../normalise/record.ts";

/** What the smaller sources do not say of a coin, in the order of the record. */
export const UNKNOWN_COIN: Omit<ReferenceCoin, "id" | "symbol" | "name"> = {
  image: null,
  rank: null,
  ...NO_PRICE,
  circulatingSupply: null,
  totalSupply: null,
  maxSupply: null,
  athUsd: null,
  athTimeMs: null,
  atlUsd: null,
  atlTimeMs: null,
  updatedAtMs: null,
  sparklineUsd: [],
};

/** Keeps one record of each coin, the best ranked: some upstreams have several ids of a coin. */
export function keepBestRanked(records: Iterable<ReferenceCoin | Dropped>): (ReferenceCoin | Dropped)[] {
  const best = new Map<string, ReferenceCoin>();
  const rest: Dropped[] = [];
  for (const record of records) {
    if (record instanceof Dropped) {
      rest.push(record);
      continue;
    }
    const known = best.get(record.id);
    if (known !== undefined) rest.push(ignored("a second id of the same coin"));
    if (known === undefined || isBetter(record, known)) best.set(record.id, record);
  }
  return [...best.values(), ...rest];
}

function isBetter(record: ReferenceCoin, other: ReferenceCoin): boolean {
  return (record.rank ?? Number.POSITIVE_INFINITY) < (other.rank ?? Number.POSITIVE_INFINITY);
}

/**
 * Ids of one kind that were reviewed together: CoinPaprika's id → CoinGecko's of the same coin.
 */
interface ReviewedIds {
  /** When they were last compared with both sides' lists, `YYYY-MM-DD`. */
  date: string;
  /** Why no rule derives them. */
  reason: string;
  ids: Readonly<Record<string, string>>;
}

/**
 * The ids that cannot be derived. They overrule what the identity registry learned, so an entry
 * needs certainty: it names one coin that both sides list under these ids. Never add one because
 * two tickers are equal.
 */
export const REVIEWED_IDS: readonly ReviewedIds[] = [
  {
    date: "2026-11-22",
    reason: "One side keeps the id of an earlier name of the coin or of its issuer.",
    ids: {
      "aleph-alephim": "aleph",
      "arrr-pirate": "pirate-chain",
      "ava-travala": "concierge-io",
      "bnb-binance-coin": "binancecoin",
      "bitcoin-harrypotterobamasonic10inu": "harrypotterobamasonic10in",
      "btt-bittorrent": "bittorrent-old",
      "cel-celsius": "celsius-degree-token",
      "chr-chromia": "chromaway",
      "cro-cryptocom-chain": "crypto-com-chain",
      "dag-constellation": "constellation-labs",
      "deso-decentralized-social": "bitclout",
      "enj-enjin-coin": "enjincoin",
      "fei-fei-protocol": "fei-usd",
      "hbar-hedera": "hedera-hashgraph",
      "hot-holo": "holotoken",
      "idex-idex": "aurora-dao",
      "kcs-kucoin-token": "kucoin-shares",
      "klay-klaytn": "klay-token",
      "knc-kyber-network": "kyber-network-crystal",
      "matic-polygon": "matic-network",
      "mln-enzyme": "melon",
      "okt-okc-token": "oec-token",
      "omg-omg-network": "omisego",
      "snx-synthetix-network-token": "havven",
      "stx-stacks": "blockstack",
      "susd-susd": "nusd",
      "ton-toncoin": "the-open-network",
      "usdn-neutrino-usd": "neutrino",
      "usdp-paxos-standard-token": "paxos-standard",
      "win-winklink": "wink",
      "woo-wootrade": "woo-network",
      "wxt-wirex-token": "wirex",
      "xdc-xdc-network": "xdce-crowd-sale",
      "xrp-xrp": "ripple",
      "zen-horizen": "zencash",
    },
  },
  {
    date: "2026-11-22",
    reason: "CoinGecko numbers the id, because another coin had it first.",
    ids: {
      "aster-aster": "aster-2",
      "avax-avalanche": "avalanche-2",
      "ctc-creditcoin": "creditcoin-2",
      "egld-elrond": "elrond-erd-2",
      "egld-multiversx": "elrond-erd-2",
      "ip-story": "story-2",
      "kite-kite": "kite-2",
      "luna-terra-v2": "terra-luna-2",
      "meme-memecoin": "memecoin-2",
      "neiro-neiro": "neiro-3",
      "night-midnight": "midnight-3",
      "rly-rally": "rally-2",
      "s-sonic": "sonic-3",
      "sfm-safemoon": "safemoon-2",
      "stable-stable": "stable-2",
      "syn-synapse": "synapse-2",
      "tribe-tribe": "tribe-2",
      "wal-walrus": "walrus-2",
      "xcn-chain": "chain-2",
    },
  },
  {
    date: "2026-11-22",
    reason: "The sides name the coin differently: its issuer, its network, or another spelling.",
    ids: {
      // Without a part for the ticker, so nothing may be cut.
      "fetch-ai": "fetch-ai",
      "aave-new": "aave",
      "alusd-alchemixusd": "alchemix-usd",
      "amp-amp": "amp-token",
      "ankr-ankr-network": "ankr",
      "any-anyswap-bep20": "anyswap",
      "asd-ascendex-token": "asd",
      "aurora-aurora": "aurora-near",
      "badger-badger": "badger-dao",
      "bifi-beefyfinance": "beefy-finance",
      "bsv-bitcoin-sv": "bitcoin-cash-sv",
      "bttc-bittorrent-chain": "bittorrent",
      "cake-pancakeswap": "pancakeswap-token",
      "cc-canton": "canton-network",
      "cfx-conflux-network": "conflux-token",
      "comp-compoundd": "compound-governance-token",
      "core-cvaultfinance": "cvault-finance",
      "dfi-defi-chain": "defichain",
      "dia-dia": "dia-data",
      "dpi-defi-pulse-index": "defipulse-index",
      "ff-falcon-finance": "falcon-finance-ff",
      "flr-flare-network": "flare-networks",
      "fx-function-x": "fx-coin",
      "htr-hathor-network": "hathor",
      "hunt-hunt": "hunt-token",
      "inj-injective": "injective-protocol",
      "iost-iost": "iostoken",
      "jto-jito": "jito-governance-token",
      "jup-jupiter": "jupiter-exchange-solana",
      "looks-looksrare-token": "looksrare",
      "loom-loom-network": "loom-network-new",
      "luna-terra": "terra-luna",
      "mines-of-dalarnia-dar": "mines-of-dalarnia",
      "msol-marinade-staked-sol": "msol",
      "mv-gensokishi-metaverse": "gensokishis-metaverse",
      "near-near-protocol": "near",
      "nest-nest-protocol": "nest",
      "noia-syntropy": "noia-network",
      "ohmv2-olympus-v2": "olympus",
      "ondo-ondo": "ondo-finance",
      "pha-phala-network": "pha",
      "qkc-quarkchain": "quark-chain",
      "qnt-quant": "quant-network",
      "rbtc-smart-bitcoin": "rootstock",
      "reef-reef": "reef-finance",
      "rsr-reserve-rights": "reserve-rights-token",
      "sei-sei": "sei-network",
      "sfund-seedifyfund": "seedify-fund",
      "solo-sologenic": "solo-coin",
      "solvbtc-solv-protocol-btc": "solv-btc",
      "sps-splintershards": "splinterlands",
      "steth-lido-staked-ether": "staked-ether",
      "stpt-stpt": "stp-network",
      "syrup-maple-finance": "syrup",
      "tusd-trueusd": "true-usd",
      "usd1-usd1": "usd1-wlfi",
      "usdf-falcon-usd": "falcon-finance",
      "vader-vader": "vader-protocol",
      "wbnb-wrapped-bnb": "wbnb",
      "wbt-whitebit-coin": "whitebit",
      "wif-dogwifhat": "dogwifcoin",
      "wld-worldcoin": "worldcoin-wld",
      "wozx-efforce": "wozx",
      "xch-chia-": "chia",
      "yfi-yearnfinance": "yearn-finance",
    },
  },
];

export const COINPAPRIKA_IDS: ReadonlyMap<string, string> = new Map(
  REVIEWED_IDS.flatMap(({ ids }) => Object.entries(ids)),
);

/**
 * CoinGecko's id of a CoinPaprika coin; `reviewed` where the table states it. Otherwise it is
 * derived: ids are `symbol-name`, and that name is CoinGecko's id of most coins.
 */
export function translateCoinpaprikaId(id: string, symbol: string): { id: string; reviewed: boolean } {
  const known = COINPAPRIKA_IDS.get(id);
  if (known !== undefined) return { id: known, reviewed: true };
  const prefix = `${symbol.toLowerCase()}-`;
  const name = id.startsWith(prefix) ? id.slice(prefix.length) : id.slice(id.indexOf("-") + 1);
  return { id: name === "" ? id : name, reviewed: false };
}

/**
 * CoinLore's `nameid`s that differ from CoinGecko's id of the coin, compared on 2026-11-22. They
 * overrule the identity registry. Never add one because two tickers are equal.
 */
export const COINLORE_IDS: ReadonlyMap<string, string> = new Map([
  ["avalanche", "avalanche-2"],
  ["binance-coin", "binancecoin"],
  ["core", "coredaoorg"],
  ["dogwifhat", "dogwifcoin"],
  ["fetch", "fetch-ai"],
  ["flare", "flare-networks"],
  ["klaytn", "klay-token"],
  ["near-protocol", "near"],
  ["onbeam", "beam-2"],
  ["popcat-sol", "popcat"],
  ["quant", "quant-network"],
  ["render", "render-token"],
  ["sei", "sei-network"],
  ["stacks", "blockstack"],
  ["toncoin", "the-open-network"],
  ["unus-sed-leo", "leo-token"],
]);

/** CoinGecko's id of a CoinLore coin; `reviewed` where the table states it. */
export function translateCoinloreId(nameid: string): { id: string; reviewed: boolean } {
  const known = COINLORE_IDS.get(nameid);
  return known === undefined ? { id: nameid, reviewed: false } : { id: known, reviewed: true };
}
