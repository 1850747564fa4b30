import { beforeAll, describe, expect, it } from "vitest";
import { listSettings, loadConfig } from "../../build/config.ts";
import { hosts } from "../../build/hosts/registry.ts";
import { computeHostPage } from "../../build/site/page-data/host-page.ts";
import { DEPLOYABLE } from "../../build/workflow/deploy-command.ts";
import { makeWorld } from "../api/sample-market.ts";
import { readHtml } from "./read-html.ts";
import { renderPage } from "./render-page.ts";

let page: string;
beforeAll(async () => {
  page = await renderPage(makeWorld(), "docs/fork/index.html", {
    deployable: DEPLOYABLE,
    settings: listSettings(),
  });
}, 60_000);

const readText = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

describe("the page about a copy of one's own", () => {
  it.each(hosts.map((host) => [host.id, host] as const))("leads to one on %s in five numbered steps", (id, host) => {
    expect(computeHostPage(host, DEPLOYABLE.includes(id)).fork).toHaveLength(5);
    const from = page.indexOf(`id="${id}"`);
    const list = page.slice(page.indexOf('<ol class="steps numbered">', from), page.indexOf("Documentation of", from));
    expect(list.match(/<li><p>/g)).toHaveLength(5);
    // Backticks mark code.
    for (const step of host.steps) expect(readText(list)).toContain(step.replaceAll("`", ""));
    if (!host.beginsWithFork) expect(list).toContain(`npm run build -- --site-host ${id}`);
    expect(list.includes("SITE_TOKEN")).toBe(DEPLOYABLE.includes(id));
    expect(list.includes("--restore-from")).toBe(!host.beginsWithFork && !DEPLOYABLE.includes(id));
  });

  it("begins with GitHub Pages, where nothing runs but the fork itself", () => {
    expect(hosts[0]).toMatchObject({ id: "github-pages", beginsWithFork: true });
    expect(page.indexOf('id="github-pages"')).toBeLessThan(page.indexOf('id="others"'));
  });

  it("has every setting with its default and its reason, as the configuration declares them", () => {
    const { config } = loadConfig({});
    expect(listSettings().map(({ name }) => name)).toEqual(Object.keys(config));
    const section = readText(page.slice(page.indexOf('id="settings"'), page.indexOf('id="limits"')));
    for (const { name, value, about } of listSettings()) {
      expect(about.length).toBeGreaterThan(20);
      expect(section).toContain(`${name} , default ${value}`);
      expect(section).toContain(about.replaceAll("`", ""));
    }
    expect(section).toContain(`coins , default ${config.coins}`);
    for (const [name, threshold] of Object.entries(config.gate)) expect(section).toContain(`${name}: ${threshold}`);
  });

  it("has every limit of every host, and those of cheaper plans as warnings", () => {
    const section = readText(page.slice(page.indexOf('id="limits"')));
    const declared = hosts.flatMap(({ limits, advice }) => [limits, advice ?? {}].flatMap((own) => Object.values(own)));
    expect(declared.length).toBeGreaterThan(10);
    for (const { reason } of declared) expect(section).toContain(reason);
    const rows = readHtml(
      page.slice(page.indexOf("<tbody>", page.indexOf('id="limits"')), page.lastIndexOf("</tbody>") + 8),
    );
    expect(rows.filter(({ name }) => name === "tr")).toHaveLength(declared.length);
    expect(section).toContain("(warning)");
  });

  it("leaves the table of settings out where nobody names them", async () => {
    expect(await renderPage(makeWorld(), "docs/fork/index.html")).not.toContain('id="settings"');
  }, 60_000);
});
