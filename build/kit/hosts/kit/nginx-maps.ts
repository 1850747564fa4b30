import { type Choice, hasKey, isKey, LETTERS, PLAIN, type RoutePlan, renderPath, tolerate } from "./query-rules.ts";

/** Stands for a value without a file; no file has this name. */
const REFUSED = '"!"';
/** Blanks in a query, which nginx does not decode. */
const BLANKS = "(?:%20|%09|\\+)*+";
const NO_BLANK = "(?:[^&%+]|%(?!20|09))";
/**
 * A value without blanks around it. Possessive, and therefore linear: otherwise 2,000 blanks exceed
 * nginx's limit for a match, and the parameter counts as absent.
 */
export const TRIMMED_VALUE = `${BLANKS}(?<ocd_match>(?:${BLANKS}${NO_BLANK})*+)${BLANKS}`;
/** A key or a search as it is written: a location sets it. */
const TEXT = "$ocd_text";
const LOWER = "$ocd_lower";
/** The text in lower case if it may be a file name. */
const NAME = "$ocd_name";
/** nginx has nine captures. A text that repeats one capital more often is not found. */
const MOST_CAPITALS = 8;

/** The key of a path: one capture for all locations. */
export const KEY_VARIABLE = "$ocd_key";

/** How a location finds its file. */
export interface NginxPlan {
  settings: string[];
  /** The path of the file, with variables. */
  file: string;
  /** The required parameter, and a variable that is empty without it. */
  required?: { name: string; variable: string };
}

interface NamedMap {
  name: string;
  source: string;
  lines: readonly string[];
}

type Entry = readonly [from: string, to: string];

/**
 * The maps of all routes, for the `http` block. They contain patterns and no names of the data, so
 * that nginx needs no reload after a build. Equal maps are written once.
 */
export function createNginxMaps() {
  const maps = new Map<string, NamedMap>();
  const define = (hint: string, source: string, otherwise: string, entries: readonly Entry[]): string => {
    const lines = [["default", otherwise] as const, ...entries].map(([from, to]) => `  ${from} ${to};`);
    const content = [source, ...lines].join("\n");
    const known = maps.get(content)?.name;
    if (known !== undefined) return known;
    const count = [...maps.values()].filter(({ name }) => name.replace(/_\d+$/, "") === `$ocd_${hint}`).length;
    const name = `$ocd_${hint}${count === 0 ? "" : `_${count + 1}`}`;
    maps.set(content, { name, source, lines });
    return name;
  };

  /** The value without blanks around it. Of a repeated parameter the first counts. */
  const defineWritten = (name: string): string => {
    const pattern = `(?:^|&)${tolerate(name)}(?:=${TRIMMED_VALUE})?(?=&|$)`;
    const found: Entry = [`"~${pattern}"`, "$ocd_match"];
    return define(`${name}_written`, "$args", '""', [['""', '""'], found]);
  };

  /** The part of the file name that follows from a parameter: `/limit/10`, or nothing. */
  const definePart = (plan: RoutePlan, name: string, choice: Choice, later: readonly string[]): string => {
    const written = defineWritten(name);
    const folder = choice.bare ? "" : `/${name}`;
    if (name === findText(plan)) {
      const all: Entry[] = plan.superset?.name === name ? [['"~(?:,|%2[cC])"', '""']] : [];
      return define(`${name}_part`, written, `"${folder}/${NAME}"`, [['""', '""'], ...all]);
    }
    const value = define(`${name}_value`, written, REFUSED, listEntries(choice));
    const spelt = `"${folder}/${value}"`;
    if (choice.fallback === undefined || later.length === 0)
      return define(`${name}_part`, value, spelt, [['""', '""']]);
    // A default is spelt out before a later parameter: `limit/100/offset/200`.
    return define(`${name}_part`, `"${[value, ...later].join("|")}"`, spelt, [
      [`"${"|".repeat(later.length)}"`, '""'],
      ['"~^\\|"', `"${folder}/${choice.fallback}"`],
    ]);
  };

  return {
    add(plan: RoutePlan): NginxPlan {
      const parts: string[] = [];
      for (const [name, choice] of [...plan.choices].reverse()) parts.unshift(definePart(plan, name, choice, parts));
      const text = findText(plan);
      const source = hasKey(plan) ? KEY_VARIABLE : text && defineWritten(text);
      return {
        settings: source === undefined ? [] : [`set ${TEXT} ${source};`],
        file: `${renderPath(plan, (name) => (isKey(plan, name) ? NAME : nameCapture(name)))}${parts.join("")}.json`,
        ...(plan.required !== undefined && {
          required: { name: plan.required, variable: defineWritten(plan.required) },
        }),
      };
    },
    render: () => [...renderFolding(), ...maps.values()].flatMap(renderMap),
  };
}

/** The variable of a further parameter of a path. */
export function nameCapture(name: string): string {
  return `${KEY_VARIABLE}_${name}`;
}

/** The parameter whose value is a text in any case. The key of a path is one already. */
function findText(plan: RoutePlan): string | undefined {
  if (hasKey(plan)) return undefined;
  const names = [...plan.choices].flatMap(([name, { values }]) =>
    values === undefined && plan.route.parameters[name]?.type !== "integer" ? name : [],
  );
  if (names.length > 1) throw new Error(`${plan.route.endpoint} has several texts: ${names.join(", ")}`);
  return names[0];
}

function listEntries({ values, pattern, fallback }: Choice): Entry[] {
  // nginx does not match patterns with an empty text.
  const nothing: Entry[] = [['""', '""']];
  if (fallback !== undefined) nothing.push([`"~*^${tolerate(fallback)}$"`, '""']);
  if (values === undefined) return [...nothing, [`"~^(?<ocd_match>${pattern})$"`, "$ocd_match"]];
  return [...nothing, ...values.map((value): Entry => [`"~*^${tolerate(value)}$"`, value])];
}

/** The text in lower case: nginx has no function for it, so that one map replaces each letter. */
function renderFolding(): NamedMap[] {
  const chain = LETTERS.map((letter, at): NamedMap => {
    const capital = letter.toUpperCase();
    const source = at === 0 ? TEXT : `${LOWER}_${LETTERS[at - 1]}`;
    const lines = Array.from({ length: MOST_CAPITALS }, (_, count) => {
      const parts = Array.from({ length: count + 2 }, (_, part) => part + 1);
      const pattern = parts.map(() => `([^${capital}]*)`).join(capital);
      return `  "~^${pattern}$" "${parts.map((part) => `$${part}`).join(letter)}";`;
    });
    return { name: `${LOWER}_${letter}`, source, lines: [`  default ${source};`, ...lines] };
  });
  return [
    ...chain,
    // Most texts have no capitals, and do not pass through the chain.
    { name: LOWER, source: TEXT, lines: [`  default ${TEXT};`, `  "~[A-Z]" ${chain.at(-1)!.name};`] },
    { name: NAME, source: LOWER, lines: [`  default ${REFUSED};`, `  "~^${PLAIN}$" ${LOWER};`] },
  ];
}

function renderMap({ source, name, lines }: NamedMap): string[] {
  return [`map ${source} ${name} {`, ...lines, "}"];
}
