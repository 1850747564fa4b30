/** Versions of the interface, newest first: what a reader's program has to know. Pages and the program behind it change without one. */
export type ChangelogPage = readonly ChangelogEntry[];

export interface ChangelogEntry {
  /** As `meta.schema_version` says it. */
  version: string;
  /** `YYYY-MM-DD`. */
  date: string;
  summary: string;
  changes: readonly Change[];
}

export interface Change {
  kind: "added" | "changed" | "deprecated" | "removed";
  /** Code between backticks. */
  text: string;
}

export function listChangelog(): ChangelogPage {
  return [
    {
      version: "1.1",
      date: "2026-11-22",
      summary: "Prices and identities are checked more strictly, and every answer says correctly when it is outdated.",
      changes: [
        {
          kind: "changed",
          text: "`meta.expires_at` is when the next value is due, plus one cadence of the build or of the source. An answer that has expired when it is built is `stale`.",
        },
        {
          kind: "changed",
          text: "`interval` of a history is the median distance of its points: `5m`, `10m`, `15m`, `30m`, `1h`, `2h`, `6h` or `1d`.",
        },
        {
          kind: "added",
          text: "`redistribution` of each source in the status: `open`, `attribution` or `restricted`; and `missing`, what a build without restricted sources lacks.",
        },
        {
          kind: "changed",
          text: "`license` of an archive names the terms of restricted sources whose values are in it.",
        },
        { kind: "added", text: "The news feeds name their own address." },
        {
          kind: "added",
          text: "Coins: `provisional`, true while only a fallback reference lists the coin and its id may change.",
        },
        {
          kind: "added",
          text: "Coins: `circulating_supply_as_of`, when the supply was stated that the market cap rests on.",
        },
        {
          kind: "added",
          text: "`identity_changes` in the status: paths that mean another coin than before, with the ids of both.",
        },
        {
          kind: "added",
          text: "`coins/{id}.json` for the 250 largest coins on hosts without the handler: `coins/bitcoin.json` is Bitcoin everywhere.",
        },
        {
          kind: "changed",
          text: "A text that is the id of a better-ranked coin means that coin: `bitcoin` is Bitcoin and not the coin with the symbol BITCOIN, whose path is its id.",
        },
        {
          kind: "changed",
          text: "`search` puts exact matches of symbol, name or id first, the largest coin before the others.",
        },
        {
          kind: "changed",
          text: "`same_symbol` lists every coin that claims the symbol or the id.",
        },
        {
          kind: "changed",
          text: "Sparklines name a coin that does not own its symbol by the key in its path.",
        },
        {
          kind: "removed",
          text: "Files whose name needs an escape: `coins/%24anrx.json`, its histories, its sparkline and its archive `history-%24anrx.csv.gz`. The same is under the coin's id, which its row names in `path`. This concerns coins whose symbol has other characters than letters, digits, `_` and `-` (also dots), or is one of `con`, `prn`, `aux`, `nul`, `com0` to `com9`, `lpt0` to `lpt9`, `index`, `search`, `limit`, `list`, `markets` and `404`.",
        },
        {
          kind: "removed",
          text: "The page `docs/openapi/`. Each page of the API reference runs requests; the document stays at `api/openapi.json`.",
        },
        {
          kind: "removed",
          text: "Files of searches whose name needs an escape or has a dot (`coins/search/%24.json`). The handler computes them.",
        },
      ],
    },
    {
      version: "1.0",
      date: "2026-11-20",
      summary: "The first version of the interface.",
      changes: [
        {
          kind: "added",
          text: "Coins: lists, search, details with the evidence of each price, history over six periods, sparklines.",
        },
        { kind: "added", text: "The market as a whole, movers, exchanges, the Fear & Greed Index." },
        { kind: "added", text: "DeFi: overview, protocols, chains." },
        {
          kind: "added",
          text: "News, as JSON and as RSS, Atom and JSON Feed. Exchange rates with the US dollar as base.",
        },
        {
          kind: "added",
          text: "CSV archives with checksums, columns and known gaps, and `coins.csv` for spreadsheets.",
        },
        {
          kind: "added",
          text: "`index.json`, `status.json`, `manifest.json`, OpenAPI 3.1 and a JSON Schema for every answer.",
        },
        {
          kind: "added",
          text: "`client.js` and the service worker, which answer every query on hosts that serve only files.",
        },
      ],
    },
  ];
}
