import type { Endpoint } from "../../../build/api/endpoint.ts";
import type { Parameter } from "../../../build/api/parameter.ts";
import type { Source } from "../../../build/sources/source.ts";

const TABLE = /(<!-- endpoints: npm run fix -->\n)[\s\S]*?(<!-- end -->)/;
const EXCHANGES = /\d+ exchanges,/;

/** The README with its table of endpoints and its number of exchanges from the registries. */
export function renderReadme(text: string, endpoints: readonly Endpoint[], sources: readonly Source[]): string {
  if (!TABLE.test(text) || !EXCHANGES.test(text)) {
    throw new Error("README.md lacks the marks of the table of endpoints, or the number of exchanges");
  }
  const rows = endpoints
    .filter(({ quoted, compat }) => quoted === undefined && compat === undefined)
    .map(({ path, title, parameters }) => {
      const queries = Object.entries(parameters).filter(([, parameter]) => parameter.in === "query");
      const names = queries.length === 0 ? "" : `; ${queries.map(describeParameter).join(", ")}`;
      return `| \`/api${path}\` | ${title}${names} |\n`;
    });
  const venues = sources.filter(({ venue, offByDefault }) => venue !== undefined && offByDefault === undefined);
  return text
    .replace(
      TABLE,
      (_, open: string, close: string) => `${open}| endpoint | response |\n|---|---|\n${rows.join("")}${close}`,
    )
    .replace(EXCHANGES, `${venues.length} exchanges,`);
}

function describeParameter([name, { enum: values = [] }]: [string, Parameter]): string {
  const choice = values.map((value) => ` \`${value}\``).join("");
  return `\`${name}\`${choice === "" ? "" : ` =${choice}`}`;
}
