import { type ZodType, z } from "zod";

// Values of settings. The message of an error continues a sentence that begins with a name.

export function integer(least: number, most: number): z.ZodNumber {
  return within(z.int("must be a whole number"), least, most);
}

export function number(least: number, most: number): z.ZodNumber {
  return within(z.number("must be a number"), least, most);
}

function within(value: z.ZodNumber, least: number, most: number): z.ZodNumber {
  return value.min(least, `must be at least ${least}`).max(most, `must be at most ${most}`);
}

export const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be a URL that begins with https:// or http://",
});

/** The address of a site: paths are added to it. */
export const siteAddress = webAddress.endsWith("/", "must end with a slash");

/** What HTTP can send in a header. */
export const headerText = z.string().regex(/^[ -~]+$/, "must be one line of printable ASCII, such as my-prices/1.0");

/** A list whose values become names of files or columns: none may be repeated. */
export function listOnce<Value extends string>(element: ZodType<Value>): ZodType<Value[]> {
  const findRepeated = (values: readonly Value[]) => values.find((value, at) => values.indexOf(value) < at);
  return z.array(element).refine((values) => findRepeated(values) === undefined, {
    error: ({ input }) => `names ${findRepeated(input as Value[])} twice`,
  });
}
