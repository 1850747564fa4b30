import { type ZodObject, z } from "zod";
import { nameCurrencyFolder } from "../../crypto/api/place-file.ts";
import type { PublishedSite, Read } from "./published-site.ts";

/** What a tool answers: the values, and the same in words. */
export interface ToolAnswer<Output> {
  values: Output;
  text: string;
}

/** A question that programs may ask about a published site. */
export interface Tool<Input extends ZodObject = ZodObject, Output extends ZodObject = ZodObject> {
  name: string;
  title: string;
  /** When to use it and what it answers. */
  description: string;
  /** Each field with bounds, and messages that say what is allowed. */
  input: Input;
  /** Each field with its unit. */
  output: Output;
  /** Throws an `OperationalError` with a sentence that says what to do. */
  answer(site: PublishedSite, input: z.output<Input>): Promise<ToolAnswer<z.output<Output>>>;
}

/** Declares a tool: its input and output have the types of its schemas. */
export function defineTool<Input extends ZodObject, Output extends ZodObject>(tool: Tool<Input, Output>): Tool {
  return tool;
}

const MAX_SYMBOL = 64;
const COIN_RULE = `must be the symbol or id of a coin, such as btc or bitcoin, of at most ${MAX_SYMBOL} characters`;

/** `.` and `..` are folders of a URL, not coins. */
export const coinInput = z
  .string(COIN_RULE)
  .trim()
  .min(1, COIN_RULE)
  .max(MAX_SYMBOL, COIN_RULE)
  .refine((text) => !/^\.{1,2}$/.test(text) && text.isWellFormed(), COIN_RULE)
  .describe("Symbol or id of the coin, in upper or lower case: btc, bitcoin");

const CURRENCY_RULE = "must be a currency code of three letters, such as eur";

export const currencyInput = z
  .string(CURRENCY_RULE)
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, CURRENCY_RULE)
  .default("usd")
  .describe("Currency of the amounts, as a code: usd (default), or one that the site is built for, such as eur or btc");

/** Fields that every answer has. */
export const commonOutput = {
  currency: z.string().describe("Currency of the amounts whose field names none, as a lower-case code"),
  updated_at: z.string().describe("When the newest observation in the answer was made, ISO 8601 UTC"),
  expires_at: z.string().describe("When newer data should have replaced the answer, ISO 8601 UTC"),
  expired: z.boolean().describe("True if that time has passed: this data is old, or the site is late"),
  stale: z.boolean().describe("True if a source of the answer is represented by an earlier response"),
  sample: z.boolean().describe("True if the site contains invented demo data"),
};

/** What every answer of a tool says beside its values. */
export function pickCommon({ meta, readAtMs }: Read<unknown>, currency = "usd") {
  return {
    currency: meta.currency ?? currency,
    updated_at: meta.updated_at,
    expires_at: meta.expires_at,
    expired: Date.parse(meta.expires_at) < readAtMs,
    stale: meta.stale,
    sample: meta.sample ?? false,
  };
}

export const ADVICE = {
  coin: "Find the id of the coin with the tool search_coins.",
  currency:
    "Find the id of the coin with the tool search_coins, and leave the currency out if the site does not have it.",
  moment:
    "Ask for a time that the message names, or find the id of the coin with the tool search_coins. Leave the currency out if the site does not have it.",
  noPrices: "This site is built without it. The tool explain_price has the price in USD.",
  endpoint: "The site may be built without this part, or by an older version.",
};

/** The path of a coin's answer below `/api`, in a currency. */
export function nameCoinPath(coin: string, rest = "", currency = "usd"): string {
  return `${nameCurrencyFolder(currency)}coins/${encodeURIComponent(coin)}${rest}`;
}
