/** Longer addresses are not links that anyone would publish. */
const MAX_LENGTH = 2_000;

/**
 * The address in its standard form when it is a plain web address: absolute, http or https, without user name and password
 * (`https://bank.example@evil.example` shows one host and opens another). Anything else is `undefined`.
 */
export function findWebUrl(value: unknown): URL | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!/^https?:\/\//i.test(text) || text.length > MAX_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" && url.hostname.includes(".") ? url : undefined;
}
