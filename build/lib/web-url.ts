/** Maximum length of a link. */
const MAX_LENGTH = 2_000;

/**
 * The normalised URL if it is absolute, http or https, and has no user name or password
 * (`https://bank.example@evil.example` shows one host and opens another).
 */
export function findWebUrl(value: unknown): URL | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!/^https?:\/\//i.test(text) || text.length > MAX_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" && url.hostname.includes(".") ? url : undefined;
}
