import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Package {
  license?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Package> };
const installed = Object.entries(packages)
  .filter(([path]) => path !== "")
  .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), ...entry }));

/** Anyone may use, change and pass on what stands under these, with the notice. */
const PERMISSIVE = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
]);

/** What stands under another licence, and why it may stay. */
const EXCEPTIONS: readonly { name: RegExp; licence: string; developmentOnly: boolean; reason: string }[] = [
  {
    name: /^lightningcss(?:-[a-z0-9-]+)?$/,
    licence: "MPL-2.0",
    developmentOnly: true,
    reason: "comes with vitest's bundler, is never changed and never part of what is published",
  },
  {
    name: /^axe-core$/,
    licence: "MPL-2.0",
    developmentOnly: true,
    reason: "judges pages in the browser tests, is never changed and never part of what is published",
  },
  {
    name: /^argparse$/,
    licence: "Python-2.0",
    developmentOnly: false,
    reason: "the licence of Python itself, permissive; Eleventy reads front matter with it",
  },
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
    expect(unused.map(({ reason }) => reason)).toEqual([]);
  });

  it("is read as a choice where it is one", () => {
    expect(["MIT OR GPL-3.0", "(MIT AND ISC)"].map(isPermissive)).toEqual([true, true]);
    expect(["GPL-3.0-only", "MIT AND GPL-3.0", "", "UNLICENSED"].map(isPermissive)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

it("packages that would run a script where they are installed are known, and do not need to", () => {
  expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  // esbuild's script only checks the download: its program is in the package of the platform.
  const names = installed.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name);
  expect(names.filter((name) => !["esbuild", "fsevents"].includes(name))).toEqual([]);
});
