import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEPLOY_FOLDER } from "../../build/kit/publish/deploy-command.ts";

interface Package {
  license?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Package> };
const installed = Object.entries(packages)
  .filter(([path]) => path !== "")
  .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), ...entry }));

/** Anyone may use, change and pass on what stands under these, with the notice. */
const PERMISSIVE = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 Unlicense".split(" "),
);

/**
 * Other licences. lightningcss comes with vitest's bundler, axe-core checks pages in the browser
 * tests; both stay unchanged and unpublished. Eleventy reads front matter with argparse, whose
 * licence is that of Python itself. Inter is a font: its licence covers no picture that shows it.
 */
const EXCEPTIONS: readonly { name: RegExp; licence: string; developmentOnly: boolean }[] = [
  { name: /^lightningcss(?:-[a-z0-9-]+)?$/, licence: "MPL-2.0", developmentOnly: true },
  { name: /^axe-core$/, licence: "MPL-2.0", developmentOnly: true },
  { name: /^argparse$/, licence: "Python-2.0", developmentOnly: false },
  { name: /^@fontsource\/inter$/, licence: "OFL-1.1", developmentOnly: false },
];

/** `MIT OR Apache-2.0` leaves the choice, `A AND B` does not. */
function isPermissive(licence: string): boolean {
  return licence
    .replace(/[()]/g, "")
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((one) => PERMISSIVE.has(one.trim())));
}

describe("the licence of every package, those that packages bring too", () => {
  it("is stated", () => {
    expect(installed.length).toBeGreaterThan(200);
    expect(installed.filter(({ license }) => license === undefined).map(({ name }) => name)).toEqual([]);
  });

  it("is permissive, or is an exception with a reason", () => {
    const others = installed.filter(({ license = "" }) => !isPermissive(license));
    const unexplained = others.filter(
      ({ name, license, dev }) =>
        !EXCEPTIONS.some(
          (known) => known.name.test(name) && known.licence === license && (dev === true || !known.developmentOnly),
        ),
    );
    expect(unexplained.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
    const unused = EXCEPTIONS.filter((known) => !others.some(({ name }) => known.name.test(name)));
    expect(unused).toEqual([]);
  });

  it("is read as a choice where it is one", () => {
    expect(["MIT OR GPL-3.0", "(MIT AND ISC)"].map(isPermissive)).toEqual([true, true]);
    expect(["GPL-3.0-only", "MIT AND GPL-3.0", "", "UNLICENSED"].some(isPermissive)).toBe(false);
  });
});

it("packages that would run a script where they are installed are known, and do not need to", () => {
  expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  // esbuild's script only checks the download: its program is in the package of the platform.
  const names = installed.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name);
  expect(names.filter((name) => !["esbuild", "fsevents"].includes(name))).toEqual([]);
});

describe("the lock file", () => {
  it("holds every optional package, so that npm ci works on every platform", () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  it("names no place that packages were downloaded from", () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith("http"))).toEqual([]);
  });

  it.each(readdirSync(new URL(`../../${DEPLOY_FOLDER}`, import.meta.url)))(
    "of the program %s, which publishes, has the digest of every package and no place; no package runs a script",
    (program) => {
      const lock = JSON.parse(read(`${DEPLOY_FOLDER}/${program}/package-lock.json`)) as { packages: typeof packages };
      const all = Object.entries(lock.packages).filter(([path, entry]) => path !== "" && entry.inBundle !== true);
      expect(all.length).toBeGreaterThan(20);
      expect(all.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
      expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
      expect(read(`${DEPLOY_FOLDER}/${program}/.npmrc`)).toBe(read(".npmrc"));
    },
  );
});

it("the contributor's guide gives a reason for every dependency, and for nothing else", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, object>;
  const [, after = ""] = read(".github/CONTRIBUTING.md").split("\n## Dependencies\n");
  const [section = ""] = after.split("\n## ");
  // Rows without a reason do not count.
  const rows = [...section.matchAll(/^\| (`.+`)( \(development\))? \| .*\w.* \|$/gm)];
  for (const [mark, expected] of [
    [undefined, dependencies],
    [" (development)", devDependencies],
  ] as const) {
    const named = rows.filter((row) => row[2] === mark).flatMap(([, names = ""]) => names.match(/[^`, ]+/g) ?? []);
    expect(named.sort()).toEqual(Object.keys(expected ?? {}).sort());
  }
});
