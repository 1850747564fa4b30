import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSampleRuns, type Tamper } from "../../pipeline/sample-runs.ts";

/** Texts that set a global flag if a page treats them as markup. */
export const HOSTILE_NAMES = [
  `<img src=x onerror="globalThis.hostile=1">`,
  `"><svg onload="globalThis.hostile=2">`,
  `</title><script>globalThis.hostile=3</script>`,
  `' onmouseover='globalThis.hostile=4' autofocus onfocus='globalThis.hostile=5`,
  "$" + "{globalThis.hostile=6}{{constructor.constructor('globalThis.hostile=7')()}}",
  `<iframe srcdoc="<script>parent.hostile=8</script>"></iframe>`,
];
export const HOSTILE_LINK = "javascript:globalThis.hostile=9";
/** Enough coins for every hostile name. */
const COINS = 40;

interface Named {
  id?: string;
  name?: unknown;
  symbol?: unknown;
}

const nameOf = (at: number): string => HOSTILE_NAMES[at % HOSTILE_NAMES.length]!;
/** Keeps the first rows: without the large coins nothing is published. */
const rename = (rows: Named[], from: number): Named[] =>
  rows.map((row, at) => (at < from ? row : { ...row, name: nameOf(at), url: HOSTILE_LINK, image: HOSTILE_LINK }));

/** Changes all upstream texts that pages show: names, categories, links, headlines. */
const tamper: Tamper = (url, body) => {
  if (body === "") return undefined;
  const { hostname, pathname } = new URL(url);
  if (hostname === "api.coingecko.com") {
    const answer = JSON.parse(body);
    if (pathname.endsWith("/coins/markets")) return JSON.stringify(rename(answer, 3));
    if (pathname.endsWith("/exchanges")) return JSON.stringify(rename(answer, 0));
    if (/\/coins\/[^/]+$/.test(pathname)) {
      const links = { homepage: [HOSTILE_LINK], blockchain_site: [HOSTILE_LINK], subreddit_url: HOSTILE_LINK };
      const twitter = { twitter_screen_name: HOSTILE_NAMES[1], repos_url: { github: [HOSTILE_LINK], bitbucket: [] } };
      const platforms = { [HOSTILE_NAMES[0]!]: HOSTILE_NAMES[2] };
      return JSON.stringify({ ...answer, links: { ...links, ...twitter }, categories: HOSTILE_NAMES, platforms });
    }
    return undefined;
  }
  if (hostname === "api.llama.fi" && /\/(?:protocols|chains)$/.test(pathname)) {
    // Chains are identified by name: equal names would merge, and the total would not match.
    const rows = rename(JSON.parse(body), 1).map((row, at) => ({ ...row, name: `${row.name} ${at}` }));
    return JSON.stringify(rows);
  }
  if (!body.includes("<item>")) return undefined;
  let at = 0;
  return body
    .replaceAll(/(<item>[\s\S]*?<title>)[\s\S]*?(<\/title>)/g, (_, before: string, after: string) => {
      at += 1;
      // Escaped twice, so that the tags are text.
      return `${before}<![CDATA[Headline ${at} ${nameOf(at).replaceAll("<", "&amp;lt;")}]]>${after}`;
    })
    .replace(/(<item>[\s\S]*?<link>)[\s\S]*?(<\/link>)/, `$1${HOSTILE_LINK}$2`);
};

/** A published tree with pages, built from hostile upstreams. */
export async function writeHostileTree(): Promise<{ folder: string; remove(): Promise<void> }> {
  const runs = await openSampleRuns(COINS, { pages: true });
  try {
    const { files, refusals } = await runs.build(0, tamper);
    if (refusals.length > 0) throw new Error(`Nothing was published: ${refusals.join(" ")}`);
    const folder = await mkdtemp(join(tmpdir(), "hostile-site-"));
    for (const [path, body] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    }
    return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
  } finally {
    await runs.close();
  }
}
