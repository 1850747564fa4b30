import { decodeHTML } from "entities";

/** A heading with an anchor: `#size`, "Size over time". */
export interface PageHeading {
  anchor: string;
  text: string;
}

const HEADING = /<h[23] id="([^"]+)"[^>]*>([\s\S]*?)<\/h[23]>/g;

/** The headings of a rendered page that links can lead to, without those of the layout. */
export function listHeadings(page: string): PageHeading[] {
  return [...cutContent(page).matchAll(HEADING)].flatMap(([, anchor, markup]) => {
    const text = readText(markup ?? "");
    return anchor === undefined || text === "" ? [] : { anchor, text };
  });
}

/** From the start of the content to the navigation of the documentation, or to the end. */
function cutContent(page: string): string {
  const [, content = ""] = page.split('<main id="content"');
  return content.split(/<nav class="docs-nav"|<\/main>/)[0] ?? "";
}

function readText(markup: string): string {
  return decodeHTML(markup.replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();
}
