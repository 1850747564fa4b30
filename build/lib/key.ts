/**
 * File names that some system treats as a device whatever their extension (Windows), the directory index, and the one
 * folder beside the coins whose files a coin's own folder could meet (`coins/search/history.json`).
 */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|index|search)(\.|$)/;

/**
 * The file-name form of a symbol or id: lower-case, `[a-z0-9]` and `-`, `_`, `.` kept, anything else percent-encoded
 * once. A reserved name or one made of dots alone gets its first character encoded too, so that the result is always a plain,
 * harmless file name and two different inputs never meet.
 */
export function encodeKey(text: string): string {
  const encoded = encodeURIComponent(text.toLowerCase().toWellFormed()).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (encoded === "") throw new RangeError("A key cannot be made of an empty text");
  if (/^\.+$/.test(encoded)) return encoded.replaceAll(".", "%2E");
  if (!RESERVED.test(encoded)) return encoded;
  return `%${encoded.charCodeAt(0).toString(16).toUpperCase()}${encoded.slice(1)}`;
}

/** The relative URL of a file: each segment escaped once more, so that a literal `%` in a name survives one decoding. */
export function urlOfFile(file: string): string {
  return file.replaceAll("%", "%25");
}
