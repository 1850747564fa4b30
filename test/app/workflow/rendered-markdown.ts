import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** The HTML of Markdown before GitHub searches it for mentions. No tag is removed. */
export function renderHtml(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

/**
 * The same without the contents of code, which GitHub does not search. A tag, a link, a mention or
 * a row that a text adds elsewhere shows in a comparison with a harmless text.
 */
export function renderWithoutCode(markdown: string): string {
  return renderHtml(markdown).replace(/<code[^>]*>[^<]*<\/code>/g, "");
}
