import { capitalise } from "./capitalise.ts";
import type { HostFile } from "./host.ts";
import { decodeName, listValues } from "./query-rules.ts";

/** A key that is not the symbol itself: how URLs spell it, and the file name. */
export interface OddName {
  /** The text in lower case and in capitals, without escapes. */
  texts: readonly string[];
  /** `%24anrx` */
  name: string;
}

/**
 * The values of `{name}` in a template whose file name is escaped (one ticker in 25): a rule that copies what stands in the URL
 * cannot find them. Those with a slash or what ends a path are left out: no host hands them to a rule.
 */
export function listOddNames(file: string, name: string, files: readonly HostFile[]): OddName[] {
  return listValues(file, name, files).flatMap((value) => {
    const text = decodeName(value);
    if (text === undefined || /[/\\\p{Cc}]/u.test(text)) return [];
    return [{ texts: [...new Set([text, capitalise(text)])], name: value }];
  });
}

/** How clients escape a text in a URL: all that a path may keep is kept, or none of it. */
export function listEscapes(text: string): string[] {
  const kept = encodeURI(text).replace(/[?#]/g, encodeURIComponent);
  return [...new Set([kept, encodeURIComponent(text)])];
}
