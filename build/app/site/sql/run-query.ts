import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { type AsyncDataSource, asyncRow, executeSql, type SqlPrimitive } from "squirreling";

/** A table of the queries: the rows of all its files, which have the same columns. */
export interface QueryTable {
  name: string;
  columns: readonly { name: string; type: string }[];
  files: readonly { url: string; bytes: number }[];
}

export interface QueryEffects {
  open(file: QueryTable["files"][number]): Promise<AsyncBuffer>;
  onColumns(columns: readonly string[]): void;
  /** Rows in the order of the columns. */
  onRows(rows: readonly (readonly SqlPrimitive[])[]): void;
}

/** Rows that are sent at once, after the first one. */
const BATCH = 500;

/**
 * Runs a query over Parquet files. Reads only the columns that it needs. Days and times are texts
 * as in the CSV files (`2026-11-20`, `2026-11-20T09:00:00Z`), so that they compare with the texts
 * of a query. Throws an Error that says what is wrong with the query.
 */
export async function runQuery(tables: readonly QueryTable[], query: string, effects: QueryEffects): Promise<void> {
  const sources: Record<string, AsyncDataSource> = {};
  for (const table of tables) {
    const files = table.files.map((file) => createOpener(file, effects.open));
    const isCounted = COUNT.test(query) && query.includes(table.name);
    sources[table.name] = createSource(table, files, isCounted ? await countRows(files) : undefined);
  }
  const { columns, rows } = executeSql({ tables: sources, query });
  effects.onColumns(columns);
  let batch: SqlPrimitive[][] = [];
  let length = 1;
  for await (const { cells, resolved } of rows()) {
    batch.push(await Promise.all(columns.map((name) => resolved?.[name] ?? cells[name]?.() ?? null)));
    if (batch.length < length) continue;
    effects.onRows(batch);
    batch = [];
    length = BATCH;
  }
  if (batch.length > 0) effects.onRows(batch);
}

/** Only such a query needs the number of rows before the rows. */
const COUNT = /\bcount\s*\(\s*\*/i;

interface OpenFile {
  file: AsyncBuffer;
  metadata: FileMetaData;
}

/** Opens a file when it is needed, once. */
function createOpener(declared: QueryTable["files"][number], open: QueryEffects["open"]): () => Promise<OpenFile> {
  let opened: Promise<OpenFile> | undefined;
  const start = async (): Promise<OpenFile> => {
    const file = await open(declared);
    return { file, metadata: await parquetMetadataAsync(file) };
  };
  return () => {
    opened ??= start();
    return opened;
  };
}

/** The files say it: a later build may have replaced those that the page lists. */
async function countRows(files: readonly (() => Promise<OpenFile>)[]): Promise<number> {
  const opened = await Promise.all(files.map((openFile) => openFile()));
  return opened.reduce((sum, { metadata }) => sum + Number(metadata.num_rows), 0);
}

function createSource(
  { columns }: Pick<QueryTable, "columns">,
  files: readonly (() => Promise<OpenFile>)[],
  numRows: number | undefined,
): AsyncDataSource {
  const names = columns.map(({ name }) => name);
  const converters = new Map(columns.map(({ name, type }) => [name, CONVERTERS[type]]));
  async function* read(wanted: readonly string[]) {
    for (const openFile of files) {
      const { file, metadata } = await openFile();
      for (const [rowStart, rowEnd] of listGroups(metadata)) {
        const rows = await parquetReadObjects({ file, metadata, columns: [...wanted], rowStart, rowEnd });
        for (const row of rows) yield asyncRow(convertRow(row, wanted, converters), [...wanted]);
      }
    }
  }
  return {
    columns: names,
    ...(numRows !== undefined && { numRows }),
    // The engine filters and counts. Without a needed column (`COUNT(*)`), a table has rows too.
    scan: ({ columns: wanted = names }) => ({
      rows: () => read(wanted.length === 0 ? names.slice(0, 1) : wanted),
      appliedWhere: false,
      appliedLimitOffset: false,
    }),
  };
}

function* listGroups({ row_groups: groups }: FileMetaData): Generator<[start: number, end: number]> {
  let start = 0;
  for (const { num_rows: rows } of groups) {
    yield [start, start + Number(rows)];
    start += Number(rows);
  }
}

type Convert = (value: unknown) => SqlPrimitive;

const renderMoment = (value: unknown) => new Date(value as Date).toISOString();
/** By the type of the column; other values are as the query needs them. */
const CONVERTERS: Readonly<Record<string, Convert>> = {
  integer: Number,
  date: (value) => renderMoment(value).slice(0, 10),
  datetime: (value) => `${renderMoment(value).slice(0, 19)}Z`,
};

function convertRow(
  row: Record<string, unknown>,
  wanted: readonly string[],
  converters: ReadonlyMap<string, Convert | undefined>,
): Record<string, SqlPrimitive> {
  const converted: Record<string, SqlPrimitive> = {};
  for (const name of wanted) {
    const value = row[name] ?? null;
    const convert = converters.get(name);
    converted[name] = value === null || convert === undefined ? (value as SqlPrimitive) : convert(value);
  }
  return converted;
}
