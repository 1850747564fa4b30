import type { HostFile } from "../host.ts";
import { type Choice, escapePattern, listValues, type QueryPlan } from "./query-rules.ts";

export const REFUSED = "!";
/** Stands for a list of several values. */
const SEVERAL = "*";
const BLANKS = "(?:%20|%09|\\+)*";

export interface PlanMaps {
  lines: string[];
  /** `$ocd_coins_file`: below `/api`, with extension. */
  file: string;
  /** By parameter: the variable with the canonical value, which is empty for the default. */
  variables: ReadonlyMap<string, string>;
}

/** nginx ignores the case of texts, but not of patterns. */
export function renderPlanMaps(plan: QueryPlan, files: readonly HostFile[]): PlanMaps {
  const prefix = `ocd_${plan.route.endpoint.replaceAll("-", "_")}`;
  const variables = new Map<string, string>();
  const lines: string[] = [];
  for (const part of plan.segments.filter((segment) => segment.startsWith("{"))) {
    const name = part.slice(1, -1);
    variables.set(name, `${prefix}_${name}`);
    const file = plan.rules.at(-1)?.file ?? "";
    lines.push(...renderMap(`$${KEY_VARIABLE}`, `$${prefix}_${name}`, listPathEntries(file, name, files)));
  }
  for (const [name, choice] of plan.choices) {
    variables.set(name, `${prefix}_${name}`);
    const raw = `${prefix}_${name}_raw`;
    // The value without blanks around it.
    const pattern = `(?:^|&)${tolerate(name)}(?:=${BLANKS}(?<ocd_text>[^&]*?)${BLANKS})?(?=&|$)`;
    lines.push(
      ...renderMap(
        "$args",
        `$${raw}`,
        [
          ['""', '""'],
          [`"~${pattern}"`, "$ocd_text"],
        ],
        '""',
      ),
    );
    lines.push(...renderMap(`$${raw}`, `$${prefix}_${name}`, listQueryEntries(plan, name, choice, files)));
  }
  const names = [...plan.choices.keys()];
  const joined = names.map((name) => `$${prefix}_${name}`).join("|");
  const entries = plan.rules.map(({ names: set, file }): [string, string] => [
    set.length === 0 && names.length < 2
      ? '""'
      : `"~^${names.map((name) => (set.includes(name) ? "[^|!*]+" : "")).join("\\|")}$"`,
    `"${file.replace(/\{(\w+)\}/g, (_, name: string) => `\${${variables.get(name)}}`)}"`,
  ]);
  if (plan.superset !== undefined) entries.unshift([`"${SEVERAL}"`, `"${plan.superset.file}"`]);
  lines.push(...renderMap(`"${joined}"`, `$${prefix}_file`, entries));
  return { lines, file: `$${prefix}_file`, variables };
}

/** One capture for all locations: its name may have at most 32 characters. */
export const KEY_VARIABLE = "ocd_key";

function listPathEntries(file: string, name: string, files: readonly HostFile[]): [string, string][] {
  return listValues(file, name, files).map((value) => [renderText(value), renderText(value)]);
}

function listQueryEntries(
  plan: QueryPlan,
  name: string,
  { values, pattern, fallback }: Choice,
  files: readonly HostFile[],
): [string, string][] {
  // nginx does not match patterns with an empty text.
  const nothing: [string, string][] = [['""', '""']];
  if (fallback !== undefined) nothing.push([`"~*^${tolerate(fallback)}$"`, '""']);
  if (values !== undefined) {
    return [...nothing, ...values.map((value): [string, string] => [`"~*^${tolerate(value)}$"`, value])];
  }
  if (plan.route.parameters[name]?.type === "integer") {
    return [...nothing, [`"~^(?<ocd_number>${pattern})$"`, "$ocd_number"]];
  }
  const file = plan.rules.find(({ names }) => names.length === 1 && names[0] === name)?.file ?? "";
  const entries = listPathEntries(file, name, files);
  const several: [string, string][] = plan.superset?.name === name ? [['"~(?:,|%2[cC])"', `"${SEVERAL}"`]] : [];
  return [...new Map([...entries, ...nothing, ...several])];
}

function tolerate(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.charCodeAt(0).toString(16);
      const hex = code.replace(/[a-f]/, (letter) => `[${letter}${letter.toUpperCase()}]`);
      return `(?:${escapePattern(character)}|%${hex})`;
    })
    .join("");
}

/** Escapes the keywords of a `map` block. */
function renderText(text: string): string {
  return /^(?:default|hostnames|include|volatile)$/.test(text) ? `"\\${text}"` : `"${text}"`;
}

function renderMap(
  source: string,
  target: string,
  entries: readonly [string, string][],
  otherwise = `"${REFUSED}"`,
): string[] {
  const lines = [...new Map(entries)].map(([from, to]) => `  ${from} ${to};`);
  return [`map ${source} ${target} {`, `  default ${otherwise};`, ...lines, "}"];
}
