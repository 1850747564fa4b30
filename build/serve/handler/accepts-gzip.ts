/** Whether an `Accept-Encoding` allows gzip: by name before by `*`, and not with `q=0`. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = new Map<string, number>();
  for (const coding of String(header ?? "")
    .toLowerCase()
    .split(",")) {
    const [name = "", ...parameters] = coding.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}
