import type { Tool } from "../tool.ts";
import { explainPrice } from "./explain-price.ts";
import { global } from "./global.ts";
import { history } from "./history.ts";
import { price } from "./price.ts";
import { priceAt } from "./price-at.ts";
import { searchCoins } from "./search-coins.ts";

/** Every tool, in the order in which a program meets them. */
export const tools: readonly Tool[] = [searchCoins, price, priceAt, history, global, explainPrice];
