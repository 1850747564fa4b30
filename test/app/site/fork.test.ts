import { beforeAll, describe, expect, it } from "vitest";
import { computeHostPage } from "../../../build/app/site/page-data/host-page.ts";
import { listSettings } from "../../../build/app/workflow/settings-list.ts";
import { loadConfig } from "../../../build/config.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { DEPLOY_NEEDS, DEPLOYABLE } from "../../../build/kit/publish/deploy-command.ts";
import { renderPage, USUAL_WORLD } from "../../fixtures/pages.ts";
import { readHtml } from "../../fixtures/read-html.ts";

let page: string;
beforeAll(async () => {
  page = await renderPage(USUAL_WORLD, "docs/fork/index.html", {
    deployable: DEPLOY_NEEDS,
    settings: listSettings(),
  });
});

const readText = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

describe("the fork page", () => {
  it.each(hosts.map((host) => [host.id, host] as const))("has five numbered steps for %s", (id, host) => {
    expect(computeHostPage(host, DEPLOY_NEEDS[id]).fork).toHaveLength(5);
    const from = page.indexOf(`id="${id}"`);
    const end = Math.min(...["</details>", "</section>"].map((tag) => page.indexOf(tag, from)));
    const list = page.slice(page.indexOf('<ol class="steps numbered">', from), end);
    expect(list.match(/<li><p>/g)).toHaveLength(5);
    for (const step of host.steps)
      expect(readText(list)).toContain(step.replaceAll(/`|\*\*/g, "").replaceAll("{things}", "coins"));
    if (!host.beginsWithFork) expect(list).toContain(`npm run build -- --site-host ${id}`);
    expect(list.includes("the secret <code>SITE_TOKEN</code>")).toBe(DEPLOYABLE.includes(id));
    expect(list.includes("--restore-from")).toBe(!host.beginsWithFork && !DEPLOYABLE.includes(id));
  });

  it("begins with GitHub Pages", () => {
    expect(hosts[0]).toMatchObject({ id: "github-pages", beginsWithFork: true });
    expect(page.indexOf('id="github-pages"')).toBeLessThan(page.indexOf('id="others"'));
  });

  it("shows every setting with its default and reason", () => {
    const { config } = loadConfig({});
    expect(listSettings().map(({ name }) => name)).toEqual(Object.keys(config));
    const section = readText(page.slice(page.indexOf('id="settings"'), page.indexOf('id="limits"')));
    for (const { name, value, about } of listSettings()) {
      expect(about.length).toBeGreaterThan(20);
      expect(about).not.toContain("{default");
      expect(section).toContain(`${name} , default ${value}`);
      expect(section).toContain(about.replaceAll("`", ""));
    }
    expect(section).toContain(`coins , default ${config.coins}`);
    for (const [name, threshold] of Object.entries(config.gate)) expect(section).toContain(`${name}: ${threshold}`);
  });

  it("counts every variable of the workflow, also those that share a row", () => {
    const section = page.slice(page.indexOf('id="variables"'), page.indexOf('id="mirror"'));
    const names = [...section.matchAll(/<th scope="row"><code>([^<]+)<\/code>/g)].flatMap(([, row]) =>
      row!.split(", "),
    );
    expect(names.length).toBeGreaterThan(20);
    expect(section).toContain(`All ${names.length} variables and secrets`);
  });

  it("shows all host limits, with those of free plans, and deployments", () => {
    const section = readText(page.slice(page.indexOf('id="limits"')));
    const declared = hosts.flatMap(({ limits, freePlan }) =>
      [limits, freePlan?.limits ?? {}].flatMap((own) => Object.values(own)).concat(freePlan?.deployments ?? []),
    );
    expect(declared.length).toBeGreaterThan(10);
    for (const { reason } of declared) expect(section).toContain(reason);
    const rows = readHtml(
      page.slice(page.indexOf("<tbody>", page.indexOf('id="limits"')), page.lastIndexOf("</tbody>") + 8),
    );
    expect(rows.filter(({ name }) => name === "tr")).toHaveLength(declared.length);
    expect(section).toContain("paidHosts");
    expect(section).toContain("(free plan)");
  });

  it("has no table of settings without settings", async () => {
    expect(await renderPage(USUAL_WORLD, "docs/fork/index.html")).not.toContain('id="settings"');
  });
});

it("the page of hosts shows the deployments of each free plan, in its section and in the overview", async () => {
  const text = await renderPage(USUAL_WORLD, "docs/hosts/index.html");
  const quotas = hosts.filter(({ freePlan }) => freePlan?.deployments !== undefined);
  expect(quotas.map(({ id }) => id)).toEqual(["netlify", "vercel", "firebase"]);
  for (const { id, freePlan } of quotas) {
    const { max, reason } = freePlan!.deployments!;
    const from = text.indexOf(`<details class="dataset host-details" id="${id}">`);
    const section = text.slice(from, text.indexOf("</details>", from));
    expect(section).toContain(
      `<dt>Deployments per month, free plan</dt><dd><strong>${max}</strong> <span>${reason}</span>`,
    );
    expect(text).toMatch(
      new RegExp(`<tr><th scope="row"><a href="#${id}">(?:(?!</tr>).)* ${max} deployments a month`, "s"),
    );
  }
  expect(text.match(/ deployments a month/g)).toHaveLength(quotas.length);
});
