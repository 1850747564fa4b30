/**
 * A nested field of a body that nothing has checked yet; `undefined` where the path leaves an
 * object.
 */
export function findField(body: unknown, ...path: string[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * The upstream's own words in one short line: texts and numbers as they are, anything else as JSON,
 * absent ones left out.
 */
export function describeErrorBody(...parts: unknown[]): string {
  return parts
    .filter((part) => part !== undefined && part !== null && part !== "")
    .map((part) => (typeof part === "string" || typeof part === "number" ? String(part) : JSON.stringify(part)))
    .join(" ")
    .replace(/\s+/g, " ")
    .slice(0, 200);
}

/**
 * The error body of Binance and the exchanges that copied its API: `{"code": -1121, "msg": "Invalid
 * symbol."}`.
 */
export function findCodeAndMessage(body: unknown): string | undefined {
  const code = findField(body, "code");
  const message = findField(body, "msg");
  return code === undefined || typeof message !== "string" ? undefined : describeErrorBody(code, message);
}

/**
 * The upstream's own words in a body that is an error: `{"error": "…"}`, `{"message": "…"}`,
 * CoinGecko's `{"status": {"error_code", "error_message"}}` and `{"status": 500, "error": "…"}`.
 * Arrays and data are `undefined`.
 */
export function findErrorText(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const { error, message, status }: { error?: unknown; message?: unknown; status?: unknown } = body;
  if (typeof status === "object" && status !== null && "error_code" in status && status.error_code) {
    const text = "error_message" in status ? status.error_message : undefined;
    return `${status.error_code}: ${typeof text === "string" ? text : "no reason given"}`;
  }
  if (typeof error === "string" && error !== "") return error;
  return typeof message === "string" && message !== "" ? message : undefined;
}
