/** API versions, newest first. Changes of pages and of the program have no entry. */
export type ChangelogPage = readonly ChangelogEntry[];

export interface ChangelogEntry {
  /** Equals `meta.schema_version`. */
  version: string;
  /** `YYYY-MM-DD`. */
  date: string;
  summary: string;
  changes: readonly Change[];
}

export interface Change {
  kind: "added" | "changed" | "deprecated" | "removed";
  /** With code between backticks. */
  text: string;
}

export function listChangelog(): ChangelogPage {
  return [
    {
      version: "1.1",
      date: "2026-11-22",
      summary: "Stricter checks of prices and identities; correct expiry times in every response.",
      changes: [
        {
          kind: "changed",
          text: "`meta.expires_at` is the time when the next value is due plus one cadence of the build or of the source. A response that has already expired when it is built is `stale`.",
        },
        {
          kind: "changed",
          text: "`interval` of a history is the median distance between its points: `5m`, `10m`, `15m`, `30m`, `1h`, `2h`, `6h` or `1d`.",
        },
        {
          kind: "added",
          text: "Status: `redistribution` of each source (`open`, `attribution` or `restricted`), and `missing`, the fields that a build without restricted sources lacks.",
        },
        {
          kind: "changed",
          text: "Archives: `license` names the terms of restricted sources whose values are in the file.",
        },
        { kind: "added", text: "News feeds: each feed contains its own URL." },
        {
          kind: "added",
          text: "Coins: `provisional`, true while only a fallback reference lists the coin and its id may change.",
        },
        {
          kind: "added",
          text: "Coins: `circulating_supply_as_of`, the time of the supply that the market cap is computed from.",
        },
        {
          kind: "added",
          text: "Status: `identity_changes`, the paths that now mean another coin, with the ids of both coins.",
        },
        {
          kind: "added",
          text: "`coins/{id}.json` for the 250 largest coins on hosts without the handler: `coins/bitcoin.json` is Bitcoin everywhere.",
        },
        {
          kind: "changed",
          text: "If a text is both the id of one coin and the symbol of another, the better-ranked coin gets it: `bitcoin` is Bitcoin. The coin with the symbol BITCOIN has its id as path.",
        },
        {
          kind: "changed",
          text: "`search` lists exact matches of symbol, name or id first, the largest coin first.",
        },
        {
          kind: "changed",
          text: "`same_symbol` lists every coin that claims the symbol or the id.",
        },
        {
          kind: "changed",
          text: "Sparklines use the key in its path for a coin that shares its symbol with a better-ranked coin.",
        },
        {
          kind: "removed",
          text: "Files with a name that must be escaped: `coins/%24anrx.json`, its histories, its sparkline and its archive `history-%24anrx.csv.gz`. Use the coin's `path`, which contains its id. This affects symbols with characters other than letters, digits, `_` and `-` (also dots), and the symbols `con`, `prn`, `aux`, `nul`, `com0` to `com9`, `lpt0` to `lpt9`, `index`, `search`, `limit`, `list`, `markets` and `404`.",
        },
        {
          kind: "removed",
          text: "The page `docs/openapi/`. Each page of the API reference runs requests; the document stays at `api/openapi.json`.",
        },
        {
          kind: "removed",
          text: "Search files with a name that must be escaped or has a dot (`coins/search/%24.json`). The handler computes them.",
        },
      ],
    },
    {
      version: "1.0",
      date: "2026-11-20",
      summary: "The first version of the API.",
      changes: [
        {
          kind: "added",
          text: "Coins: lists, search, details with price evidence, history over six periods, sparklines.",
        },
        { kind: "added", text: "Global market, movers, exchanges, Fear & Greed Index." },
        { kind: "added", text: "DeFi: overview, protocols, chains." },
        {
          kind: "added",
          text: "News as JSON, RSS, Atom and JSON Feed. Exchange rates with the US dollar as base.",
        },
        {
          kind: "added",
          text: "CSV archives with checksums, columns and known gaps, and `coins.csv` for spreadsheets.",
        },
        {
          kind: "added",
          text: "`index.json`, `status.json`, `manifest.json`, OpenAPI 3.1 and a JSON Schema for every response.",
        },
        {
          kind: "added",
          text: "`client.js` and the service worker, which answer all queries on static hosts.",
        },
      ],
    },
  ];
}
