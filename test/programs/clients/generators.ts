import type { Operation } from "./operation.ts";

/** A generator of clients, and code that uses all of what it generates. */
export interface Generator {
  name: string;
  /** Script below `node_modules`, and its arguments. Runs in the folder of the generated code. */
  command(document: string): readonly [script: string, ...args: string[]];
  /** Other files that the command needs, by name. */
  files?(document: string): Readonly<Record<string, string>>;
  /** TypeScript that calls an operation and returns the body. */
  call(operation: Operation): string;
  /** What comes before the calls. */
  head(baseUrl: string): string;
  /** Statements that compile only if the types of the client are those of the API. */
  uses: string;
}

const isSet = (values: object) => Object.keys(values).length > 0;
const json = (value: unknown) => JSON.stringify(value);

const orval: Generator = {
  name: "orval",
  command: () => ["orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"],
  files: (document) => ({
    "orval.config.mjs": `export default ${json({
      api: {
        input: { target: document },
        output: { target: "./client.ts", client: "fetch", baseUrl: { getBaseUrlFromSpecification: true } },
      },
    })};\n`,
  }),
  head: () => 'import * as client from "./client";',
  call({ id, inPath, inQuery }) {
    const given = [...Object.values(inPath), ...(isSet(inQuery) ? [inQuery] : [])].map(json);
    return `(await client.${id}(${given.join(", ")})).data`;
  },
  uses: `
    const history = await client.getCoinHistory("btc");
    if (history.status === 404) throw new Error(history.data.error.message);
    if (history.status !== 200) throw new Error("no history");
    const points: (number | null)[][] = history.data.data.market_caps;
    const csv = await client.getDocumentCoinsCsv();
    const text: string = csv.status === 200 ? csv.data : String(csv.status);`,
};

const heyApi: Generator = {
  name: "hey-api",
  command: (document) => ["@hey-api/openapi-ts/bin/run.js", "-i", document, "-o", "client"],
  head: (baseUrl) => `import * as sdk from "./client";
import { client } from "./client/client.gen";
client.setConfig({ baseUrl: ${json(baseUrl)} });`,
  call({ id, baseUrl, inPath, inQuery }) {
    const given = { baseUrl, ...(isSet(inPath) && { path: inPath }), ...(isSet(inQuery) && { query: inQuery }) };
    return `(await sdk.${id}({ ...${json(given)}, throwOnError: true })).data`;
  },
  uses: `
    const history = await sdk.getCoinHistory({ path: { symbol: "btc" }, throwOnError: true });
    const points: (number | null)[][] = history.data.data.market_caps;
    const csv = await sdk.getDocumentCoinsCsv({ throwOnError: true });
    const text: string = csv.data;`,
};

/** Types, and the small client of the same authors. */
const openapiTypescript: Generator = {
  name: "openapi-typescript",
  command: (document) => ["openapi-typescript/bin/cli.js", document, "-o", "schema.d.ts"],
  head: (baseUrl) => `import createClient from "openapi-fetch";
import type { paths } from "./schema";
const client = createClient<paths>({
  baseUrl: ${json(baseUrl)},
  querySerializer: { array: { style: "form", explode: false } },
});`,
  call({ path, baseUrl, inPath, inQuery, mediaType }) {
    const params = { ...(isSet(inPath) && { path: inPath }), ...(isSet(inQuery) && { query: inQuery }) };
    const form = mediaType.endsWith("json") ? "json" : mediaType === "application/gzip" ? "blob" : "text";
    return `(await client.GET(${json(path)}, { baseUrl: ${json(baseUrl)}, params: ${json(params)}, parseAs: "${form}" })).data`;
  },
  uses: `
    const history = await client.GET("/coins/{symbol}/history", { params: { path: { symbol: "btc" } } });
    const points: (number | null)[][] | undefined = history.data?.data.market_caps;
    const message: string | undefined = history.error?.error.message;
    const csv = await client.GET("/coins.csv", { parseAs: "text" });
    const text: string | undefined = csv.data;`,
};

export const generators: readonly Generator[] = [orval, heyApi, openapiTypescript];

/** A module with `calls`, one for each operation, and `use`, whose types are checked. */
export function renderCalls(
  { head, call, uses }: Generator,
  operations: readonly Operation[],
  baseUrl: string,
): string {
  const calls = operations.map((operation) => `  ${operation.id}: async () => ${call(operation)},`);
  return `${head(baseUrl)}

export const calls = {
${calls.join("\n")}
};

export async function use() {${uses}
    return { points, text };
}
`;
}
