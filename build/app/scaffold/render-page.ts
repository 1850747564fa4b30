import { OperationalError } from "../../lib/operational-error.ts";
import { capitalise } from "./render-venue.ts";

/** The endpoint of a page. */
export interface PageEndpoint {
  id: string;
  title: string;
  description: string;
  /** The path of the response, relative to the root of the site. */
  file: string;
  fields: readonly Field[];
}

interface Field {
  /** `data[].market_cap`. */
  path: string;
  type: string;
  unit: string | null;
}

/** More columns than this are left to the author; the later ones are hidden on narrow screens. */
const COLUMNS = 8;
const WIDE_COLUMNS = 4;

/** The declaration of the table: a column for each plain field of a row. */
export function renderView({ id, title, file, fields }: PageEndpoint): string {
  const { list, columns } = chooseColumns(id, fields);
  const named = Math.max(
    0,
    columns.findIndex(({ type }) => type === "string"),
  );
  const lines = columns.map(({ name, type, unit }, at) => {
    const kind = at === named ? "name" : chooseKind(name, type, unit);
    const optional = at >= WIDE_COLUMNS && at !== named ? ", optional: true" : "";
    const heading = JSON.stringify(nameColumn(name));
    return `    { id: "${name}", heading: ${heading}, kind: "${kind}"${optional}, read: (row) => row.${name} },`;
  });
  const source = list === undefined ? "data" : `data.${list}`;
  const isRanked = columns[0]?.name === "rank";
  // The first order of a table is that of its response.
  const rows = isRanked ? source : `${source}.map((row, at) => ({ rank: at + 1, ...row }))`;
  if (!isRanked)
    lines.unshift('    { id: "rank", heading: "#", title: "Rank", kind: "rank", read: (row) => row.rank },');
  return `import { defineTable } from "./table-columns.js";

/** ${title}. */
export const table = defineTable({
  name: "${id}",
  caption: ${JSON.stringify(title)},
  placeholder: "Search",
  answer: "${file}",
${rows === "data" ? "" : `  rows: (data) => ${rows},\n`}  columns: [
${lines.join("\n")}
  ],
});
`;
}

/** `market_cap_usd` is "Market cap": the cells name their unit. */
function nameColumn(field: string): string {
  return capitalise(field.replace(/_(usd|percentage)$/, "").replaceAll("_", "-"));
}

/** The template of a page with one table. */
export function renderTemplate({ id, title, description }: PageEndpoint): string {
  return `import { html } from "../public/js/html.js";
import { table } from "../public/js/${id}-view.js";
import { rootOf } from "./components/link.js";
import { tableSection } from "./components/table.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "${id}/index.html",
  title: ${JSON.stringify(title)},
  description: ${JSON.stringify(`${description} Search, sort or download.`)},
  styles: ["table.css", "data.css"],
  scripts: ["listing.js"],
  freshnessOf: ({ answer }) => answer("${id}")?.freshness,
};

export function render({ page, shared, description }) {
  const { answer, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const found = answer("${id}");
  return String(html\`
<h1 id="list">\${data.title}</h1>
\${found === null ? html\`<p class="lead">No source has answered yet.</p>\` : content(found, description, root)}
\`);
}

function content({ data: rows, archives, credits }, description, root) {
  const answers = [[table.answer, "All rows"]];
  const docs = [["docs/api/${id}/", "Fields"]];
  return html\`<p class="lead">\${description}</p>
<section aria-labelledby="list">
\${tableSection(table, { root, data: rows, labelledBy: "list", view: "${id}" })}</section>
\${takeData({ answers, docs, archives, credits }, root)}\`;
}
`;
}

/** The navigation with one more data page, after the last one. */
export function addDataPage(navigation: string, id: string): string {
  const lines = navigation.split("\n");
  const start = lines.findIndex((line) => line.startsWith("export const DATA_PAGES = ["));
  const end = lines.indexOf("];", start);
  if (start === -1 || end === -1)
    throw new OperationalError("templates/components/navigation.js has no list DATA_PAGES to add the page to.");
  return lines.toSpliced(end, 0, `  { id: "${id}" },`).join("\n");
}

/** The fields of a row without a column. */
export function listOmitted({ id, fields }: PageEndpoint): string[] {
  const { list, columns } = chooseColumns(id, fields);
  const shown = new Set(columns.map(({ name }) => name));
  return listMembers(fields)
    .filter((field) => field.list === list && !shown.has(field.name))
    .map(({ name }) => name);
}

function listMembers(fields: readonly Field[]) {
  return fields.flatMap(({ path, type, unit }) => {
    const [, list, name] = /^data(?:\.(\w+))?\[\]\.(\w+)$/.exec(path) ?? [];
    return name === undefined ? [] : [{ list, name, type, unit }];
  });
}

/** The plain fields of the rows. `list`: the field of the data with the rows, if it is no list. */
function chooseColumns(id: string, fields: readonly Field[]) {
  const members = listMembers(fields);
  const list = members[0]?.list;
  const hasName = members.some((field) => field.list === list && field.name === "name");
  const columns = members.filter((field) => {
    const isPlain = ["string", "number", "integer"].includes(field.type) || field.type.includes('"');
    const isShown = !/(^|_)(url|path|image)$/.test(field.name) && !(hasName && field.name === "id");
    return field.list === list && isPlain && isShown;
  });
  columns.sort((a, b) => Number(b.name === "rank") - Number(a.name === "rank"));
  if (columns.length === 0) {
    throw new OperationalError(
      `The data of the endpoint "${id}" is no list of rows. templates/fear-greed.11ty.js shows a page of single values.`,
    );
  }
  return { list, columns: columns.slice(0, COLUMNS) };
}

function chooseKind(name: string, type: string, unit: string | null): string {
  if (type !== "number" && type !== "integer") return "text";
  if (unit === "USD") return /price/.test(name) ? "price" : "money";
  if (unit === "%") return /change/.test(name) ? "change" : "share";
  return /rank/.test(name) ? "rank" : "number";
}
