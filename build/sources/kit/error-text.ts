/**
 * The upstream's own words in a body that is an error: `{"error": "…"}`, `{"message": "…"}`, and CoinGecko's
 * `{"status": {"error_code", "error_message"}}` and `{"status": 500, "error": "…"}`. Arrays and data are `undefined`.
 */
export function findErrorText(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const { error, message, status } = body as { error?: unknown; message?: unknown; status?: unknown };
  if (typeof status === "object" && status !== null && "error_code" in status && status.error_code) {
    const text = "error_message" in status ? status.error_message : undefined;
    return `${status.error_code}: ${typeof text === "string" ? text : "no reason given"}`;
  }
  if (typeof error === "string" && error !== "") return error;
  return typeof message === "string" && message !== "" ? message : undefined;
}
