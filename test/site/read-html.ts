/** An element of a page. */
export interface HtmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Its own text, with entities. */
  text: string;
}

const VOID = new Set(["meta", "link", "br", "hr", "img", "input", "col", "wbr", "source"]);
/** Elements with raw text content. */
const RAW = new Set(["script", "style", "title", "textarea"]);
const TAG =
  /<(?:!--[\s\S]*?-->|!doctype html>|\/([a-z][a-z0-9]*)>|([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:="[^"<]*")?)*)\s*(\/?)>)/giy;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:="([^"<]*)")?/g;
/** An ampersand must begin an entity. */
const BARE = /&(?!(?:[a-z]+|#\d+|#x[0-9a-f]+);)/i;

/**
 * Parses a page. Stricter than a browser: tags must nest and be closed, attributes quoted and not
 * repeated, text escaped, and ids unique. Throws an error that quotes the place.
 */
export function readHtml(page: string): HtmlElement[] {
  const elements: HtmlElement[] = [];
  const open: { name: string; at: number }[] = [];
  const ids = new Set<string>();
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`${what} at: ${page.slice(at, at + 80)}`);
  };
  while (at < page.length) {
    if (page[at] !== "<") {
      const end = page.indexOf("<", at);
      const text = page.slice(at, end === -1 ? page.length : end);
      if (text.includes(">") || BARE.test(text)) fail("Text that is not escaped");
      const owner = open.at(-1);
      if (owner === undefined && text.trim() !== "") fail("Text outside of the page");
      if (owner !== undefined) elements[owner.at]!.text += text;
      at += text.length;
      continue;
    }
    TAG.lastIndex = at;
    const match = TAG.exec(page) ?? fail("No tag");
    const [whole, closing, opening, list = "", slash] = match;
    if (closing !== undefined && open.pop()?.name !== closing) fail(`</${closing}> closes nothing`);
    if (opening !== undefined) {
      const attributes = new Map<string, string>();
      for (const [, name = "", value = ""] of list.matchAll(ATTRIBUTE)) {
        if (attributes.has(name)) fail(`Twice ${name}`);
        if (BARE.test(value)) fail(`${name} is not escaped`);
        attributes.set(name, value);
      }
      const id = attributes.get("id");
      if (id !== undefined && ids.has(id)) fail(`Two elements are called ${id}`);
      if (id !== undefined) ids.add(id);
      elements.push({ name: opening, attributes, text: "" });
      if (RAW.has(opening) && slash !== "/" && !(opening === "title" && open.some(({ name }) => name === "svg"))) {
        const end = page.indexOf(`</${opening}>`, at);
        if (end === -1) fail(`<${opening}> has no end`);
        elements.at(-1)!.text = page.slice(at + whole.length, end);
        at = end + opening.length + 3;
        continue;
      }
      if (slash !== "/" && !VOID.has(opening)) open.push({ name: opening, at: elements.length - 1 });
    }
    at += whole.length;
  }
  if (open.length > 0) fail(`<${open.at(-1)!.name}> is not closed`);
  return elements;
}
