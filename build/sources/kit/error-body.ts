/** A nested field of a body that nothing has checked yet; `undefined` where the path leaves an object. */
export function findField(body: unknown, ...path: string[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The upstream's own words in one short line: texts and numbers as they are, anything else as JSON, absent ones left out. */
export function describeErrorBody(...parts: unknown[]): string {
  return parts
    .filter((part) => part !== undefined && part !== null && part !== "")
    .map((part) => (typeof part === "string" || typeof part === "number" ? String(part) : JSON.stringify(part)))
    .join(" ")
    .replace(/\s+/g, " ")
    .slice(0, 200);
}

/** The error body of Binance and the exchanges that copied its API: `{"code": -1121, "msg": "Invalid symbol."}`. */
export function findCodeAndMessage(body: unknown): string | undefined {
  const code = findField(body, "code");
  const message = findField(body, "msg");
  return code === undefined || typeof message !== "string" ? undefined : describeErrorBody(code, message);
}
