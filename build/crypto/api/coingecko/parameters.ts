import type { Parameter } from "../../../kit/api/parameter.ts";

/** Parameters of several endpoints. No dependencies: it also runs in workers. */

const MAX_IDS = 250;

export const query = (description: string, example: string | number, own: Partial<Parameter> = {}): Parameter => ({
  in: "query",
  type: "string",
  description,
  example,
  ...(own.type === undefined && own.enum === undefined && { maxLength: 64 }),
  ...own,
});

/** A file of everything answers: clients look up ids and times. */
export const lookup = (parameter: Parameter): Parameter => ({ ...parameter, lookup: true });

const list = (description: string, example: string) => query(description, example, { type: "list", maxItems: MAX_IDS });

/** Each endpoint has it with the currency of its path as the default and the only value. */
export const vsCurrency = query("The currency of the path; any other is refused.", "usd");

export const id: Parameter = {
  in: "path",
  type: "string",
  description: "Id of the coin, in upper or lower case.",
  example: "bitcoin",
  required: true,
  noun: "coin",
};

export const ids = list("Ids of the coins. Without ids and symbols: all coins.", "bitcoin,ethereum");

export const symbols = list("Symbols of the coins: every coin with one of them.", "btc,eth");

export const interval = lookup(query("`daily` gives closed days.", "daily", { maxLength: 16 }));

/** A day as `yyyy-mm-dd`, as a regular expression. */
export const DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
