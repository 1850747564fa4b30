/*
 * What a selector finds depends on the page, which the type check does not see: its properties are
 * not checked. Everything else is.
 */

interface ParentNode {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  querySelector(selectors: string): any;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  closest(selectors: string): any;
}
