import { endpoints } from "../../../build/crypto/api/registry.ts";
import type { Endpoint } from "../../../build/crypto/api/world.ts";
import type { MarketCoin } from "../../../build/crypto/market/model/market.ts";
import type { ApiRequest, Pair } from "./case.ts";

const countNames = ({ path }: Endpoint) => path.split("{").length - 1;
const belowApi = endpoints.filter(({ docs }) => docs.tag !== "compat");

/** The endpoints below `/api` with at most one name; `compat-cases.ts` covers the others. */
export const apiEndpoints: readonly Endpoint[] = belowApi.filter((endpoint) => countNames(endpoint) < 2);

/** Those with several names in their paths, such as a coin and a year. */
export const nestedEndpoints: readonly Endpoint[] = belowApi.filter((endpoint) => countNames(endpoint) > 1);

/** A request with the parameters of a query text: `limit=10&offset=20`. */
export function request(endpoint: string, query = "", name?: string): ApiRequest {
  return { endpoint, query: [...new URLSearchParams(query)], ...(name !== undefined && { name }) };
}

export function getEndpoint(id: string): Endpoint {
  const endpoint = endpoints.find((one) => one.id === id);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${id}`);
  return endpoint;
}

export function spellRequest({ endpoint, name, query }: ApiRequest): string {
  return spellPath(getEndpoint(endpoint), name) + spellQuery(query);
}

/** Whether a text can be a key, by the documentation alone. */
export function isNaiveKey(text: string): boolean {
  const reserved = "index search limit list markets 404 con prn aux nul".split(" ");
  return /^[a-z0-9][a-z0-9_-]*$/.test(text) && !reserved.includes(text) && !/^(com|lpt)[0-9]$/.test(text);
}

/** Every byte of a text percent-encoded. */
export function escapeBytes(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** The path of a request without extension: `/api/coins/%24ANRX/history`. */
export function spellPath({ path }: Pick<Endpoint, "path">, name: string | undefined): string {
  return `/api${path.replace(/\{\w+\}/, () => encodeURIComponent(name ?? ""))}`;
}

/** `?limit=10&search=b%26t`; nothing without parameters. */
export function spellQuery(query: readonly Pair[]): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Whether a host without a program can find the coin by its symbol. */
export function ownsName({ symbol, key }: MarketCoin): boolean {
  return key === symbol.toLowerCase();
}
