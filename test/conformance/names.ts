import type { MarketCoin } from "../../build/market/market.ts";
import { escapeNaively } from "./spell-url.ts";

/**
 * Whether a coin's symbol can stand in any URL: a segment of dots is a step between folders however it is escaped, one that ends in
 * `.json` or looks like an escape names a file, and separators and what a file system forbids cannot be in the name of a folder.
 */
export function isPlainName(text: string): boolean {
  return /^[^\\/:*?"<>|%\p{Cc}]+$/u.test(text) && !/^\.+$|\.json$/i.test(text);
}

/** Coins that a host without a program can find by their symbol. */
export function ownsName({ symbol, key }: MarketCoin): boolean {
  return key === escapeNaively(symbol) && isPlainName(symbol);
}
