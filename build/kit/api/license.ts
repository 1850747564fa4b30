/** Applies to values that are computed from open sources alone. */
export const COMPUTED_LICENSE = "CC0-1.0";
export const COMPUTED_LICENSE_URL = "https://creativecommons.org/publicdomain/zero/1.0/";
/** Applies where sources keep rights in values that are published, or computed from. */
const MIXED_LICENSE =
  "CC0-1.0 for what the project computes, as far as it holds rights in it, and the terms of each source for its values";
const SEPARATOR = "; ";

export interface Licensed {
  id: string;
  license: string;
  terms: { class: string };
}

/** What a file holds. `license`: the text of an earlier build, whose sources may be gone. */
export interface Content {
  /** Computed here; otherwise all values are copies. */
  computed: boolean;
  /** Ids of all sources that went in. */
  sources: readonly string[];
  /** Those of them whose values are in it as they are. */
  copied?: readonly string[];
  license?: string;
}

/**
 * The licence of some values, by the terms of the sources that went in. Computed values are named
 * together with the terms of restricted sources and of those whose values are copies.
 */
export function nameLicense({ computed, sources, copied = [], license }: Content, known: readonly Licensed[]): string {
  const find = (id: string) => known.find((source) => source.id === id);
  const name = (id: string) => find(id)?.license ?? `terms of ${id}`;
  if (!computed) return [...new Set(sources.map(name))].join(SEPARATOR) || "terms of the source";
  const before = license?.split(SEPARATOR).slice(1) ?? [];
  const restricted = sources.filter((id) => find(id)?.terms.class === "restricted");
  const named = new Set([...before, ...copied.map(name), ...restricted.map(name)]);
  const wasMixed = license?.startsWith(MIXED_LICENSE) ?? false;
  const isOpen =
    !wasMixed && named.size === 0 && sources.length > 0 && sources.every((id) => find(id)?.terms.class === "open");
  return [isOpen ? COMPUTED_LICENSE : MIXED_LICENSE, ...named].join(SEPARATOR);
}

/** Whether a licence of `nameLicense` begins with the terms of computed values. */
export function isComputedLicense(license: string): boolean {
  return license === COMPUTED_LICENSE || license.startsWith(MIXED_LICENSE);
}

/** The licence of everything that a build publishes. */
export function nameSiteLicense({
  market,
  run,
}: {
  market: { datasets: readonly { source: string }[] };
  run: { sources: readonly Licensed[] };
}): string {
  const sources = [...new Set(market.datasets.map(({ source }) => source))].sort();
  return nameLicense({ computed: true, sources }, run.sources);
}
