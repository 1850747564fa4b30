/**
 * The headers of a path in `_headers`. Values of one header are joined; `! Name` removes earlier
 * ones.
 */
export function parseHeaderRules(text: string): (path: string) => Record<string, string> {
  const rules: { pattern: RegExp; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) {
      const source = line
        .replace(/[.+?^$()[\]{}|\\]/g, "\\$&")
        .replace(/:\w+/g, "[^/]+")
        .replaceAll("*", ".*");
      rules.push({ pattern: new RegExp(`^${source}$`), lines: [] });
    } else if (line.trim() !== "") rules.at(-1)!.lines.push(line.trim());
  }
  return (path) => {
    const headers: Record<string, string> = {};
    for (const { pattern, lines } of rules) {
      if (!pattern.test(path)) continue;
      for (const line of lines) {
        const [, off, name, value] = line.match(/^(! )?([\w-]+)(?:: (.*))?$/)!;
        const key = name!.toLowerCase();
        if (off) delete headers[key];
        else headers[key] = headers[key] === undefined ? value! : `${headers[key]}, ${value}`;
      }
    }
    return headers;
  };
}
