/**
 * The UTF-8 of `JSON.stringify(value)`, made in pieces: as one string, a document of 10,000 rows
 * takes five times its size for a moment. `value`: what JSON can hold, without `toJSON`.
 */
export function encodeJson(value: unknown): Buffer {
  const pieces: Buffer[] = [];
  const add = (text: string) => pieces.push(Buffer.from(text));
  const addValue = (part: unknown, depth: number): void => {
    if (depth === 0 || typeof part !== "object" || part === null || Array.isArray(part)) {
      add(JSON.stringify(part));
      return;
    }
    let before = "{";
    for (const [key, member] of Object.entries(part)) {
      if (member === undefined) continue;
      add(`${before}${JSON.stringify(key)}:`);
      addValue(member, depth - 1);
      before = ",";
    }
    add(before === "{" ? "{}" : "}");
  };
  // The members of the document, and of each of them.
  addValue(value, 2);
  return Buffer.concat(pieces);
}
