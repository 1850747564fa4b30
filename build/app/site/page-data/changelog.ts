import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const text = z.string().min(1);
const date = z.iso.date();

const Change = z.strictObject({
  date,
  /** `deprecated`: will be removed, on a day that the text names. */
  kind: z.enum(["added", "changed", "deprecated", "removed"]),
  text,
});

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
