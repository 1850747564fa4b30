/**
 * File names that some system treats as a device whatever their extension (Windows), the directory index, and the one
 * folder beside the coins whose files a coin's own folder could meet (`coins/search/history.json`).
 */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|index|search)(\.|$)/;

/**
 * The file-name form of a symbol or id: lower-case, `[a-z0-9]` and `-`, `_`, `.` kept, anything else percent-encoded
 * once. The first character of a reserved name, a leading dot (hidden files, which many servers refuse) and a trailing one
 * (which Windows drops) are encoded too, so that the result is always a plain, harmless file name. So is the dot of a last
 * `.json`: the folder of a coin called `BTC.JSON` would be the file of BTC. Two well-formed inputs meet only where they
 * differ in nothing but case.
 */
export function encodeKey(text: string): string {
  const encoded = encodeURIComponent(text.toLowerCase().toWellFormed()).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (encoded === "") throw new RangeError("A key cannot be made of an empty text");
  const plain = encoded.replace(/^\.|\.$|\.(?=json$)/g, "%2E");
  return RESERVED.test(plain) ? `%${plain.charCodeAt(0).toString(16).toUpperCase()}${plain.slice(1)}` : plain;
}

/** The relative URL of a file: each segment escaped once more, so that a literal `%` in a name survives one decoding. */
export function urlOfFile(file: string): string {
  return file.replaceAll("%", "%25");
}
