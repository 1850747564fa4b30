import { decodeHTMLStrict } from "entities";

/** What stands for the site's address where a build does not know it; the browser writes the real one over it. */
const PLACEHOLDER = "https://SITE";

/** Every piece of code of a page by its id, exactly as its button copies it once the browser has put `address` (no slash at its end) in. */
export function readSnippets(page: string, address: string): Map<string, string> {
  const found = page.matchAll(/<code id="([^"]+)">(.*?)<\/code>/gs);
  return new Map(
    [...found].map(([, id = "", code = ""]) => [
      id,
      decodeHTMLStrict(code.replace(/<[^>]+>/g, ""))
        .replaceAll(PLACEHOLDER, address)
        .trim(),
    ]),
  );
}
