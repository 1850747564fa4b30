const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

export function renderCdata(text: string): string {
  return `<![CDATA[${text.replaceAll("]]>", "]]&gt;")}]]>`;
}

/** RFC 822 with a numeric zone: `Fri, 20 Nov 2026 09:15:00 +0000`. */
export function renderMailDate(timeMs: number): string {
  return new Date(timeMs).toUTCString().replace("GMT", "+0000");
}
