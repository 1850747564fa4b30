/** An address as the program compares and extends it: with a slash at the end, without query and fragment. */
export function normaliseAddress(text: string): string {
  const url = new URL(text);
  url.search = "";
  url.hash = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url.href;
}
