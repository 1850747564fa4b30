import { expect, it } from "vitest";
import { createScriptJoiner } from "../../../build/app/site/join-scripts.ts";
import { nameScript } from "../../../templates/components/page-script.js";

const page = (...scripts: string[]) =>
  `<script src="../js/theme.js"></script><script type="module" src="../js/${nameScript(scripts)}"></script>`;

async function join(...pages: string[]): Promise<Map<string, string>> {
  const joiner = createScriptJoiner();
  for (const one of pages) joiner.add(one);
  return new Map((await joiner.join()).map(({ path, body }) => [path, String(body)]));
}

it("joins what a page needs at once, and names what it loads later by content", async () => {
  const files = await join(page("site.js", "age.js", "coin.js"));
  const script = files.get("js/site.age.coin.js")!;
  expect(files.has("js/theme.js")).toBe(true);
  // Of `coin.js` and `age.js`.
  expect(script).toMatch(/chart-candles-[A-Z0-9]{8}\.js/);
  expect(script.length).toBeGreaterThan(10_000);
  const later = [...files].flatMap(([, body]) => [...body.matchAll(/(?:from|import)\s*\(?"\.\/([^"]+)"/g)]);
  expect(later.length).toBeGreaterThan(5);
  for (const [, name] of later) expect([...files.keys()]).toContain(`js/${name}`);
});

it("gives each set of scripts one file, whatever the number of pages and the working directory", async () => {
  const sets = [page("site.js"), page("site.js", "age.js")];
  const first = await join(...sets, ...sets);
  expect([...first.keys()].filter((path) => path.startsWith("js/site."))).toEqual(["js/site.age.js", "js/site.js"]);
  const before = process.cwd();
  process.chdir("/");
  try {
    expect(await join(...sets)).toEqual(first);
  } finally {
    process.chdir(before);
  }
});

it("says which script of a page does not exist", async () => {
  await expect(join(page("site.js", "none.js"))).rejects.toThrow(/none\.js/);
});
