/** Upstreams have a say in messages: no markup, no mention and no line of theirs gets into a page that others read. */
export function escapeCell(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|#]/g, (character) => `\\${character}`)
    .replace(/@/g, "@\u200b")
    .replace(/\s+/g, " ")
    .trim();
}

/** A block that is shown as it is, whatever it holds. */
export function renderBlock(text: string): string {
  return ["```text", text.replaceAll("```", "'''"), "```"].join("\n");
}
