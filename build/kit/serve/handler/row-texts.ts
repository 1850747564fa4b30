/** A list as text, of which few rows are parsed. What is made of it is kept. */
export interface ListText {
  text: string;
  /** `undefined` for a text whose rows `splitRows` does not find. */
  rows(): RowTexts | undefined;
}

export function createListText(text: string): ListText {
  return { text, rows: once(() => splitRows(text)) };
}

/** The rows of a list that are not parsed yet. */
export interface RowTexts {
  /** One text per row, without the name of its first member and its closing brace. */
  texts: readonly string[];
  /** The same in lower case. */
  lower(): readonly string[];
  /** How each row begins: with its first member. */
  start: string;
  meta: Readonly<Record<string, unknown>>;
}

const DATA = '{"data":[';
const META = '],"meta":{';
const FIRST_MEMBER = /^\{"\w+":/;

/**
 * The rows of a list in the form that files have. To parse 1,000 rows takes a worker 4 ms, and
 * most answers need few of them. `undefined` for a text of another form: without rows, or with
 * objects in a row that begin as rows do.
 */
export function splitRows(text: string): RowTexts | undefined {
  const end = text.lastIndexOf(META);
  const [start] = FIRST_MEMBER.exec(text.slice(DATA.length, DATA.length + 100)) ?? [];
  if (!text.startsWith(DATA) || end === -1 || start === undefined) return undefined;
  const texts = text.slice(DATA.length + start.length, end - 1).split(`},${start}`);
  const meta = parseMeta(`{${text.slice(end + 2)}`);
  if (texts.length !== meta?.pagination?.total) return undefined;
  return { texts, lower: once(() => texts.map((row) => row.toLowerCase())), start, meta };
}

function parseMeta(text: string): { pagination?: { total: number } } | undefined {
  try {
    return JSON.parse(text).meta;
  } catch {
    // A member of a row or of the data has the name as well.
    return undefined;
  }
}

/** Some of the rows. */
export function parseRows<Row>({ start }: RowTexts, texts: readonly string[]): Row[] {
  return texts.length === 0 ? [] : (JSON.parse(`[${start}${texts.join(`},${start}`)}}]`) as Row[]);
}

/** Texts that JSON writes as they are. */
const PLAIN = /^[\w .-]+$/;

/**
 * The rows that may have a member with the text, in any case: all others have it nowhere.
 * `undefined` if JSON may write the text in several ways.
 */
export function findTexts({ texts, lower }: RowTexts, search: string): string[] | undefined {
  const wanted = search.trim().toLowerCase();
  if (!PLAIN.test(wanted)) return undefined;
  const rows = lower();
  return texts.filter((_, at) => rows[at]!.includes(wanted));
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
