import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BUILD_TIME } from "../../build/app/site/page-data/host-page.ts";
import { hosts } from "../../build/kit/hosts/registry.ts";
import { createMemoryHandler, makeSite } from "../fixtures/site.ts";

const ROOT = new URL("../../", import.meta.url);
const readme = readFileSync(new URL("README.md", ROOT), "utf8");

it("README.md has at most 120 lines", () => {
  expect(readme.split("\n").length - 1).toBeLessThanOrEqual(120);
});

it("README.md names existing URLs of the API", async () => {
  const paths = [...readme.matchAll(/(?:`|http:\/\/127\.0\.0\.1:8080)(\/api\/[^`\s]+)/g)].map(([, path]) => path!);
  const get = createMemoryHandler((await makeSite()).tree);
  expect(paths.length).toBeGreaterThan(7);
  for (const path of paths) expect(`${(await get(path)).status} ${path}`).toBe(`200 ${path}`);
});

it("README.md states the time of a build", () => {
  expect(readme).toContain(`live data into dist/, in ${BUILD_TIME}\n`);
});

it("CONTRIBUTING.md describes every npm script", () => {
  const guide = readFileSync(new URL(".github/CONTRIBUTING.md", ROOT), "utf8");
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")) as { scripts: object };
  for (const name of Object.keys(scripts)) expect(guide).toMatch(new RegExp(`npm (?:run )?${name}(?![\\w:])`));
});

it("README.md links to existing files", () => {
  const links = [...readme.matchAll(/\]\(([\w./-]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image!,
  );
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) expect(existsSync(new URL(link, ROOT)), link).toBe(true);
});

it("README.md names the deployments of each free plan", () => {
  const quotas = hosts.flatMap(({ name, freePlan }) =>
    freePlan?.deployments ? `${name} ${freePlan.deployments.max} a month` : [],
  );
  expect(readme.replaceAll("\n", " ")).toContain(`: ${quotas.join(", ")}.`);
});

it("README.md links to the live site that package.json names as its homepage, if it names one", () => {
  const { homepage } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
  const [, link] = /\[Live site\]\(([^)]+)\)/.exec(readme) ?? [];
  expect(link, "README.md: [Live site](URL); package.json: homepage").toBe(homepage);
});
