import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { renderDay } from "../../../lib/time.ts";

const text = z.string().min(1);
const date = z.iso.date();

const Change = z.discriminatedUnion("kind", [
  z.strictObject({ date, kind: z.enum(["added", "changed", "removed"]), text }),
  /** Will be removed on the day `until`, or later. */
  z.strictObject({ date, kind: z.literal("deprecated"), until: date, text }),
]);

const Changelog = z.strictObject({
  versions: z.array(z.strictObject({ version: text, date, highlights: z.array(text) })),
  /** What a reader uses, the most used first. */
  topics: z.array(z.strictObject({ title: text, changes: z.array(Change) })),
});

const FILE = new URL("../../../../templates/docs/changelog.yaml", import.meta.url);

export type Change = z.infer<typeof Change>;

const { versions, topics } = Changelog.parse(parse(readFileSync(FILE, "utf8")));

/** Every change with its topic and its version, the newest first. */
const changes = topics
  .flatMap(({ title, changes }) => changes.map((change) => ({ ...change, topic: title, version: findVersion(change) })))
  .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));

function findVersion({ date }: Change): string | undefined {
  return versions.find((version) => version.date <= date)?.version;
}

/** The versions, newest first, the titles of the topics, and the changes of both. */
export const changelog = { versions, topics: topics.map(({ title }) => title), changes };

/**
 * With `pending`: what will be removed, the soonest first. Today is the day of the data or of the
 * newest entry, if that is later: a program with old data does not announce what it has removed.
 */
export function computeChangelogPage(asOfMs: number) {
  const today = [renderDay(asOfMs), ...changes.map(({ date }) => date)].sort().at(-1) ?? "";
  const pending = changes
    .flatMap((change) => (change.kind === "deprecated" && change.until > today ? [change] : []))
    .sort((a, b) => a.until.localeCompare(b.until));
  return { ...changelog, pending };
}
