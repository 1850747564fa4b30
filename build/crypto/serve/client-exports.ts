import { readDeclarations } from "../../kit/serve/bundle.ts";

/** Types that `client.ts` uses and publishes as they are. */
const SHARED = ["../verify/price-check.ts", "price-methods.ts"].map((path) => new URL(path, import.meta.url));

/**
 * What `client.ts` exports, as TypeScript declares it: the types that it shares, and those that
 * name `Answer` and `Currency`, which only the types of a site have.
 */
export function declareClientExports(): string {
  return `${SHARED.map(readDeclarations).join("\n")}${EXPORTS}`;
}

const EXPORTS = `
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

export interface Client extends PriceMethods {
  /** Throws an Error with \`code\`, \`status\` and \`message\` of the error response. */
  get<Path extends string>(path: Path, options?: CurrencyOptions): Promise<Answer<Plain<Path>>>;
  get<Envelope = unknown>(path: string | URL, options?: CurrencyOptions): Promise<Envelope>;
  /** Like \`fetch\`, for paths below \`/api\` and for whole URLs. */
  request(input: string | URL | Request, init?: RequestInit, options?: CurrencyOptions): Promise<Response>;
}

/** \`site\`: the URL of a published site, or several copies of it. */
export function createClient(site: string | URL | readonly (string | URL)[], options?: ClientOptions): Client;
export const get: Client["get"];
export const request: Client["request"];
export const priceAt: Client["priceAt"];
export const pricesAt: Client["pricesAt"];
export const verifyPrice: Client["verifyPrice"];
`;
