import { type Config, listDeclarations } from "../../config.ts";
import { TREE_TITLES, TREES } from "../../crypto/api/trees.ts";
import { describeRetention } from "../../crypto/render/archives/retention.ts";
import { none } from "../../kit/hosts/host.ts";
import { isObject } from "../../lib/shape.ts";
import { BUILD_TIME } from "../site/page-data/host-page.ts";
import { estimateArchives, MONTH_DAYS, measureToday, YEAR } from "./estimate-site.ts";

/** The settings for the docs: name, default and reason, with its numbers. */
export function listSettings(): { name: string; value: string; about: string }[] {
  const coins = 1_000;
  const numbers: Readonly<Record<string, string>> = {
    defaultRetention: describeRetention(),
    buildTime: BUILD_TIME,
    trees: TREES.map((name) => `\`${name}\`: ${TREE_TITLES[name]}`).join("; "),
    siteSize: renderMegabytes(measureToday({ host: none, routes: [] }, undefined, coins).bytes),
    hourlyArchives: renderArchives(24 * MONTH_DAYS * coins),
    dailyArchives: renderArchives(YEAR * coins),
  };
  return listDeclarations().map(({ name, value, about }) => ({
    name,
    value: renderValue(value),
    about: about.replace(/\{(\w+)\}/g, (text, key) => numbers[key] ?? text),
  }));
}

function renderArchives(rows: number): string {
  const { csv, parquet } = estimateArchives(rows);
  return `${renderMegabytes(csv)} as CSV and ${renderMegabytes(parquet)} as Parquet`;
}

/** Two digits: an estimate is no better. */
function renderMegabytes(bytes: number): string {
  return `${Number((bytes / 1e6).toPrecision(2))} MB`;
}

function renderValue(value: Config[keyof Config]): string {
  return isObject(value)
    ? Object.entries(value)
        .map(([name, threshold]) => `${name}: ${threshold}`)
        .join(", ")
    : JSON.stringify(value);
}
