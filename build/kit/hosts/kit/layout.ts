/** What hosts must know of an interface beside its routes. */
export interface Layout {
  /** Folders beside `api` that hold files of the interface as well. */
  roots: readonly string[];
  /** Paths of answers about closed days only. A `*` is one segment. */
  daily: readonly string[];
  /** Paths of answers that are replaced each minute. */
  live: readonly string[];
  /**
   * Files that rarely change, and may be too long to be computed within the CPU of a worker. They
   * are stored on every host.
   */
  lasting: RegExp;
  /** Paths whose media type hosts do not know. A `*` is one segment or the begin of a name. */
  typed: readonly string[];
  growth: Growth;
}

/** What a site has many of: with fewer, it fits on a host that takes less. */
export interface Growth {
  /** In the plural. */
  noun: string;
  /** The flag of a build that sets how many there are. */
  flag: string;
  /** Files where number or size grows with them. */
  files: RegExp;
  /** The one file of each. */
  each: RegExp;
}

/** All paths of the interface, as a regular expression: everything there is data. */
export function renderData({ roots }: Pick<Layout, "roots">): string {
  return `/(?:${["api", ...roots].join("|")})`;
}
