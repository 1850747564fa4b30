import type { Endpoint } from "../../../kit/api/endpoint.ts";
import type { Column } from "../../../kit/api/row.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import { isPublished } from "../../../kit/api/world.ts";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import { renderCsv } from "../../../kit/render/archives/render-csv.ts";
import { markColumns } from "../../../kit/render/demo-mark.ts";
import { plain, type ServiceDocument } from "../../../kit/render/service-document.ts";
import { coins } from "../../api/endpoints/coins.ts";
import { ids, linkColumns, listLinkRows } from "../../api/endpoints/ids.ts";
import { computeRates, type PricedCoin, PriceRow, priceCoin, prices, selectRates } from "../../api/endpoints/price.ts";
import type { CoinRow } from "../../api/rows/coin-row.ts";
import type { World } from "../../api/world.ts";
import { coinColumns } from "../archives/tables/latest-tables.ts";

/** Plain CSV: `IMPORTDATA` of spreadsheets reads neither gzip nor JSON. */
export function renderCoinsCsv(world: World): Promise<Artifact> {
  return renderTable("coins.csv", coinColumns, world.market.coins, world);
}

/** A plain CSV file of an optional endpoint, and its entry in the index. */
interface CsvTable {
  document: ServiceDocument<World>;
  render(world: World): Promise<Artifact>;
}

/** The tables of the endpoints that have an answer in this build, in the order of the endpoints. */
export function listTables(endpoints: readonly Endpoint<World>[], world: World): CsvTable[] {
  // Few endpoints have a table, and an endpoint that is made from others computes its first answer
  // to know whether it is published.
  return endpoints.flatMap((endpoint) => {
    const table = findTable(endpoint);
    return table !== undefined && isPublished(endpoint, world) ? table : [];
  });
}

function findTable({ id, path, derived, compute }: Endpoint<World>): CsvTable | undefined {
  const name = `${path.slice(1)}.csv`;
  const describe = (title: string) => plain(name.replaceAll(/[/.]/g, "-"), name, title, "text/csv");
  if (id === prices.id)
    return { document: describe("The latest prices in the main currencies"), render: renderPriceCsv };
  if (id === ids.id)
    return {
      document: describe("The ids, codes and contracts of all coins"),
      render: (world) => renderTable(name, linkColumns, listLinkRows(world.market), world),
    };
  if (derived?.base !== coins.id) return undefined;
  return {
    document: describe(`The latest market in ${derived.currency.toUpperCase()}`),
    render: (world) => renderTable(name, quotedColumns, compute(world, { limit: "all" }).data as CoinRow[], world),
  };
}

/** One row per coin, one column per main currency; empty where a rate is unknown. */
function renderPriceCsv(world: World): Promise<Artifact> {
  const rates = selectRates(computeRates(world.market), world.mainCurrencies);
  const { id, symbol, name, ...others } = PriceRow.columns;
  // A site may name one twice, and the base currency, too.
  const amounts = [...new Set([BASE_CURRENCY, ...world.mainCurrencies])].map(
    (code): Column<PricedCoin> => ({
      name: code,
      type: "number",
      unit: code.toUpperCase(),
      description: "Price of one coin.",
      value: ({ prices }) => prices[code] ?? null,
    }),
  );
  const rows = world.market.coins.map((coin) => priceCoin(coin, rates));
  return renderTable("price.csv", [id, symbol, name, ...amounts, ...Object.values(others)], rows, world);
}

/** The columns of `coins.csv`, of rows as they are published. */
const quotedColumns = coinColumns.map(
  (column): Column<CoinRow> => ({
    ...column,
    value(row) {
      const cell = row[column.name as keyof CoinRow];
      return column.type === "datetime" ? parseTime(cell as string | null) : cell;
    },
  }),
);

function parseTime(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

async function renderTable<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: Iterable<Row>,
  world: World,
): Promise<Artifact> {
  const chunks: Buffer[] = [];
  for await (const chunk of renderCsv(markColumns(columns, world), rows)) chunks.push(chunk);
  return { path: `api/${name}`, body: Buffer.concat(chunks) };
}
