const SECOND_MS = 1_000;

/** A price that a host tells, in its own row: the rest of the row is told again as it was. */
export interface Told {
  /** The start of its step. */
  timeMs: number;
  /** As a host may tell it: anything. */
  price: unknown;
  row: unknown;
}

/** Where the rows of a host's candles are, and what in them is the start and the close. */
interface Form {
  rows(body: never): unknown[][] | Record<string, unknown>[];
  time: string;
  close: string;
  unitMs: number;
}

const FORMS: Readonly<Record<string, Form>> = {
  "api.exchange.coinbase.com": { rows: (body) => body, time: "0", close: "4", unitMs: SECOND_MS },
  "data-api.binance.vision": { rows: (body) => body, time: "0", close: "4", unitMs: 1 },
  "api.kraken.com": {
    ...{ time: "0", close: "4", unitMs: SECOND_MS },
    rows: ({ result }: { result: Record<string, unknown[][]> }) =>
      Object.entries(result).find(([key]) => key !== "last")?.[1] ?? [],
  },
  "www.okx.com": { rows: ({ data }: { data: unknown[][] }) => data, time: "0", close: "4", unitMs: 1 },
  "api.kucoin.com": { rows: ({ data }: { data: unknown[][] }) => data, time: "0", close: "2", unitMs: SECOND_MS },
  "www.bitstamp.net": {
    ...{ time: "timestamp", close: "close", unitMs: SECOND_MS },
    rows: ({ data }: { data: { ohlc: Record<string, unknown>[] } }) => data.ohlc,
  },
};
const CHART: Omit<Form, "rows"> = { time: "timestamp", close: "price", unitMs: SECOND_MS };

/** The host of each origin of candles, and of the chart. */
export const CANDLE_HOSTS: Readonly<Record<string, string>> = {
  coinbase: "api.exchange.coinbase.com",
  binance: "data-api.binance.vision",
  kraken: "api.kraken.com",
  okx: "www.okx.com",
  kucoin: "api.kucoin.com",
  bitstamp: "www.bitstamp.net",
  defillama: "coins.llama.fi",
};

/**
 * The answer of a host with other series, each edited in ascending order and told in the order of the host. `name` is the coin's key of
 * a chart, and of candles the empty text: their address says whose they are. A chart tells the ends of steps of `chartStepMs`.
 */
export function editSeries(
  host: string,
  text: string,
  chartStepMs: number,
  edit: (series: Told[], name: string) => Told[],
): string {
  const body: unknown = JSON.parse(text);
  const form = FORMS[host];
  if (form !== undefined) {
    editRows(form.rows(body as never), form, 0, (series) => edit(series, ""));
  } else {
    const { coins } = body as { coins: Record<string, { prices: unknown[][] }> };
    for (const [key, { prices }] of Object.entries(coins))
      editRows(prices, CHART, chartStepMs, (series) => edit(series, key));
  }
  // A number that JSON cannot say is said as it is seen in the wild.
  return JSON.stringify(body, (_, value: unknown) => (Number.isNaN(value) ? "NaN" : value));
}

function editRows(rows: unknown[], form: Omit<Form, "rows">, endsMs: number, edit: (series: Told[]) => Told[]): void {
  const { time, close, unitMs } = form;
  const told = rows.map((row): Told => {
    const fields = row as Record<string, unknown>;
    return { timeMs: Number(fields[time]) * unitMs - endsMs, price: Number(fields[close]), row };
  });
  const descending = told.length > 1 && told[0]!.timeMs > told[1]!.timeMs;
  const edited = edit(descending ? told.reverse() : told).map(({ timeMs, price, row }) => {
    const copy = (Array.isArray(row) ? [...row] : { ...(row as object) }) as Record<string, unknown>;
    const told = (timeMs + endsMs) / unitMs;
    copy[time] = typeof copy[time] === "string" ? String(told) : told;
    copy[close] = typeof copy[close] === "string" && typeof price === "number" ? String(price) : price;
    return copy;
  });
  rows.splice(0, rows.length, ...(descending ? edited.reverse() : edited));
}
