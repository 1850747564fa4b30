import { z } from "zod";
import { count, maybeText } from "./field.ts";

/** What a list adds to `meta` about the page it is. */
export const PaginationMeta = z
  .strictObject({
    limit: count("Largest number of rows on this page; the total where the page is everything"),
    offset: count("Rows before this page"),
    total: count("Rows in the whole list, after a search"),
    count: count("Rows on this page"),
    next: maybeText("The next page, relative to the base URL; null on the last one"),
    previous: maybeText("The page before, relative to the base URL; null on the first one"),
  })
  .describe("Where this page lies in the list");
