/** A lower-case text in capitals. Where a letter would become two, or not come back, only ASCII letters change. */
export function capitalise(text: string): string {
  const capitals = text.toUpperCase();
  return capitals.toLowerCase() === text ? capitals : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
