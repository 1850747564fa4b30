/** What `build/crypto/serve/client.ts` exports, as TypeScript declares it. */
export const CLIENT_EXPORTS = `
/** A path without \`/api/\`, its query and \`.json\`. */
export type Plain<Path extends string> =
  Path extends \`\${infer Name}?\${string}\` ? Plain<Name> :
  Path extends \`/\${infer Name}\` ? Plain<Name> :
  Path extends \`api/\${infer Name}\` ? Plain<Name> :
  Path extends \`\${infer Name}.json\` ? Name :
  Path;

export interface CurrencyOptions {
  /** Endpoints that have currencies answer in it, all others as without it. */
  currency?: Currency;
}

export interface ClientOptions extends CurrencyOptions {
  fetch?: (url: string) => Promise<Response>;
  /** The time in unix milliseconds. */
  now?: () => number;
}

/** The price of a coin at a time: \`data\` of \`coins/{symbol}/at\`. */
export interface PriceAt {
  id: string;
  symbol: string;
  price: number;
  /** Since when the price counts. */
  time: string;
  resolution: "5m" | "1h" | "1d";
  distance_seconds: number;
  price_source: string;
}

/** Unix seconds or milliseconds, an ISO 8601 text with its zone, a date, or a \`Date\`. */
export type Moment = number | string | Date;

/** What the recomputation of one published price found. */
export interface PriceCheck {
  /** Id of the coin. */
  coin: string;
  /** USD. */
  published: number | null;
  /** In USD; null where it cannot be recomputed. */
  recomputed: number | null;
  /** Why it cannot be recomputed; null where it was. */
  reason: string | null;
  /** Sentences; empty where everything agrees. */
  problems: string[];
}

export interface Client {
  /** Throws an Error with \`code\`, \`status\` and \`message\` of the error response. */
  get<Path extends string>(path: Path, options?: CurrencyOptions): Promise<Answer<Plain<Path>>>;
  get<Envelope = unknown>(path: string | URL, options?: CurrencyOptions): Promise<Envelope>;
  /** Like \`fetch\`, for paths below \`/api\` and for whole URLs. */
  request(input: string | URL | Request, init?: RequestInit, options?: CurrencyOptions): Promise<Response>;
  /** \`null\` where no price of the time is known. Throws like \`get\` for wrong requests. */
  priceAt(coin: string, time: Moment, options?: CurrencyOptions): Promise<PriceAt | null>;
  /** The prices of many moments, in their order. Each file is read once. */
  pricesAt(
    moments: readonly (readonly [coin: string, time: Moment])[],
    options?: CurrencyOptions,
  ): Promise<(PriceAt | null)[]>;
  /** Recomputes a coin's present price in USD from its published evidence. Throws like \`get\`. */
  verifyPrice(coin: string): Promise<PriceCheck>;
}

/** \`site\`: the URL of a published site, or several copies of it. */
export function createClient(site: string | URL | readonly (string | URL)[], options?: ClientOptions): Client;
export const get: Client["get"];
export const request: Client["request"];
export const priceAt: Client["priceAt"];
export const pricesAt: Client["pricesAt"];
export const verifyPrice: Client["verifyPrice"];
`;
