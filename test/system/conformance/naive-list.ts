export interface Row {
  id: string;
  symbol: string | null;
  name: string;
  last_updated?: string | null;
}

/** The documented parameters of a list. */
export interface ListShape {
  /** Below `/api`, without extension. */
  path: string;
  /** Limits that have files in every build. */
  limits: readonly number[];
  defaultLimit: number;
  /** Whether it has an offset. */
  paged: boolean;
}

export interface Page {
  search: string | undefined;
  limit: number;
  offset: number;
}

/** Best matches first, otherwise in the same order. */
export function searchNaively<One extends Row>(rows: readonly One[], search: string): One[] {
  const wanted = search.toLowerCase();
  const rankOf = (row: One): number => {
    const [symbol, name, id] = [row.symbol ?? "", row.name, row.id].map((text) => text.toLowerCase());
    if ([symbol, name, id].includes(wanted)) return 1;
    if ([symbol, name, id].some((text) => text!.startsWith(wanted))) return 2;
    return [symbol, name, id].some((text) => text!.includes(wanted)) ? 3 : 4;
  };
  return rows
    .map((row, at) => ({ row, at, rank: rankOf(row) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ row }) => row);
}

/** The name of the file of a page; the file may be missing. */
export function nameFile(shape: ListShape, { search, limit, offset }: Page): string {
  const parts = [shape.path];
  if (search !== undefined) parts.push(`search/${search.toLowerCase()}`);
  if (limit !== shape.defaultLimit || offset > 0) parts.push(`limit/${limit}`);
  if (offset > 0) parts.push(`offset/${offset}`);
  return `${parts.join("/")}.json`;
}

/** The query form of a page: parameters in the order of the interface, defaults left out. */
export function nameQuery(shape: ListShape, { search, limit, offset }: Page): string {
  const parts: string[] = [];
  if (search !== undefined) parts.push(`search=${encodeURIComponent(search).replaceAll("%2C", ",")}`);
  if (limit !== shape.defaultLimit) parts.push(`limit=${limit}`);
  if (offset > 0) parts.push(`offset=${offset}`);
  return parts.length === 0 ? shape.path : `${shape.path}?${parts.join("&")}`;
}

export function paginateNaively(shape: ListShape, page: Page, total: number): Record<string, unknown> {
  const { limit, offset } = page;
  const link = (target: number): string => {
    const there = { ...page, offset: target };
    const hasFile = page.search === undefined && shape.limits.includes(limit) && target % limit === 0;
    return hasFile ? nameFile(shape, there) : nameQuery(shape, there);
  };
  // Before a page past the end comes the last page with rows.
  const last = Math.ceil(total / limit) * limit - limit;
  const before = Math.max(0, Math.min(offset - limit, last));
  return {
    limit,
    offset,
    total,
    count: Array.from({ length: limit }).filter((_, at) => offset + at < total).length,
    next: shape.paged && offset + limit < total ? link(offset + limit) : null,
    previous: shape.paged && offset > 0 && total > 0 ? link(before) : null,
  };
}
