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
