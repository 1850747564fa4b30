import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** The HTML that Markdown becomes before GitHub looks for mentions and references in it, with every tag that text brought along. */
export function renderHtml(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

/**
 * The same without what stands in code, where GitHub looks for nothing. Whatever a text adds beside that (a tag, a link, a mention, a row)
 * is seen by comparing it with the page of a harmless text.
 */
export function renderWithoutCode(markdown: string): string {
  return renderHtml(markdown).replace(/<code[^>]*>[^<]*<\/code>/g, "");
}
