import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHttp } from "../../kit/platform/http/http.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { inferVenue } from "../scaffold/infer-venue.ts";
import { addRegistryEntry } from "../scaffold/registry-entry.ts";
import { renderEndpoint, renderEndpointTest } from "../scaffold/render-endpoint.ts";
import { addDataPage, listOmitted, type PageEndpoint, renderTemplate, renderView } from "../scaffold/render-page.ts";
import { camelCase, QUESTION, renderVenue } from "../scaffold/render-venue.ts";
import { renderVenueTest } from "../scaffold/render-venue-test.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { PROJECT } from "./kit/installation.ts";
import { stdout } from "./kit/standard-streams.ts";

const FORMATTER = "node_modules/@biomejs/biome/bin/biome";
const MAX_BODY_BYTES = 64_000_000;

export interface NewSourceFlags {
  /** Address or file. */
  listing: string;
  tickers: string;
  /** The address, where a file was named. */
  listingUrl?: string;
  tickersUrl?: string;
}

/** `npm run new -- source <id>`: a venue, from one response of its listing and of its tickers. */
export async function newSourceCommand(id: string, flags: NewSourceFlags): Promise<void> {
  refuseWithoutTools(PROJECT);
  checkId(id);
  const listing = await readBody(flags.listing, "listing", flags.listingUrl);
  const tickers = await readBody(flags.tickers, "tickers", flags.tickersUrl);
  const venue = inferVenue({ listing, tickers });
  writeNew({
    [`build/crypto/sources/exchanges/${id}.ts`]: renderVenue(id, venue),
    [`test/crypto/sources/exchanges/${id}.test.ts`]: renderVenueTest(id, venue),
  });
  register("build/crypto/sources/registry.ts", "exchanges", id);
  finish([
    `Answer the comments with ${QUESTION} in build/crypto/sources/exchanges/${id}.ts and delete them; npm test fails until then.`,
    `npm run try -- ${id}   (without network: --body listing=FILE --body tickers=FILE)`,
    "npm run fix && npm test && npm run check",
  ]);
}

async function readBody(place: string, call: string, url: string | undefined): Promise<{ url: string; body: unknown }> {
  if (!URL.canParse(place)) {
    if (!existsSync(place))
      throw new OperationalError(`--${call}: there is no file ${place}. Name a file or an address.`);
    if (url === undefined)
      throw new OperationalError(`--${call} is a file: add its address, --${call}-url https://… Nothing was written.`);
    return { url, body: readJson(place, call) };
  }
  const { config } = loadOwnConfig({});
  const http = createHttp({ userAgent: config.userAgent, deadlineMs: MINUTE_MS });
  try {
    const pacing = { concurrency: 1, intervalMs: 0, reason: "one request" };
    const { body } = await http.fetch({ url: place, maxBytes: MAX_BODY_BYTES, pacing });
    return { url: place, body: parseJson(body) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperationalError(
      `--${call}: ${reason}. Save one response as a file, and name it: --${call} FILE --${call}-url ${place}`,
    );
  } finally {
    await http.close();
  }
}

function readJson(file: string, call: string): unknown {
  try {
    return parseJson(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new OperationalError(`--${call}: ${file} is no file with JSON. Save one response in it`, { cause });
  }
}

/**
 * Throws an `OperationalError` where the new files could not be formatted and checked: an installed
 * package has no development packages, and no files that a person changes.
 */
export function refuseWithoutTools(project: string): void {
  if (existsSync(join(project, FORMATTER))) return;
  throw new OperationalError(
    `"new" needs a clone of the repository with its development packages, and ${project} has none. Nothing was ` +
      'written. Run "npm ci" in a clone, and run the command there.',
  );
}

function checkId(id: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw new OperationalError(`An id is in lower case, with hyphens between words (crypto-com), not "${id}".`);
  }
}

/** `npm run new -- endpoint <id>`: an endpoint that answers, to be changed into the real one. */
export function newEndpointCommand(id: string): void {
  refuseWithoutTools(PROJECT);
  checkId(id);
  writeNew({
    [`build/crypto/api/endpoints/${id}.ts`]: renderEndpoint(id),
    [`test/crypto/api/endpoints/${id}.test.ts`]: renderEndpointTest(id),
  });
  register("build/crypto/api/registry.ts", "endpoints", id, `/${id}`);
  finish([
    `Write the data, the texts and compute in build/crypto/api/endpoints/${id}.ts.`,
    "npm test -- test/system/golden -u   (the index of the API changes: read the diff)",
    "Add an entry for the endpoint to templates/docs/changelog.yaml.",
    "npm run fix && npm test && npm run check",
  ]);
}

/** `npm run new -- page <id>`: a page with a table of the rows of the endpoint with the same id. */
export async function newPageCommand(id: string): Promise<void> {
  refuseWithoutTools(PROJECT);
  checkId(id);
  const endpoint = await readEndpoint(id);
  const navigation = "templates/components/navigation.js";
  const entered = addDataPage(readFileSync(join(PROJECT, navigation), "utf8"), id);
  writeNew({
    [`templates/${id}.11ty.js`]: renderTemplate(endpoint),
    [`public/js/${id}-view.js`]: renderView(endpoint),
  });
  writeFileSync(join(PROJECT, navigation), entered);
  stdout.print(`changed  ${navigation}`);
  const others = listOmitted(endpoint);
  finish([
    ...(others.length === 0 ? [] : [`Not shown, because they are no plain values or too many: ${others.join(", ")}.`]),
    `npm start, and look at /${id}/. Headings and kinds of the columns: public/js/${id}-view.js. Texts: templates/${id}.11ty.js.`,
    "npm run fix && npm test && npm run check && npm run test:browser",
  ]);
}

async function readEndpoint(id: string): Promise<PageEndpoint> {
  const { endpoints } = await import("../../crypto/api/registry.ts");
  const { listSchemaFields } = await import("../site/page-data/schema-field.ts");
  const endpoint = endpoints.find((each) => each.id === id);
  if (endpoint === undefined) {
    throw new OperationalError(`There is no endpoint "${id}" to show. Create it first: npm run new -- endpoint ${id}`);
  }
  const { path, docs, body } = endpoint;
  if (path.includes("{") || body.form === "download")
    throw new OperationalError(`The endpoint "${id}" has many responses, not one to show.`);
  const { title, description } = docs;
  return { id, title, description, file: `api${path}.json`, fields: listSchemaFields(body.data, "data") };
}

/** Writes new files of the project; none may exist. */
function writeNew(files: Readonly<Record<string, string>>): void {
  for (const file of Object.keys(files)) {
    if (existsSync(join(PROJECT, file))) throw new OperationalError(`${file} already exists. Nothing was written.`);
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(PROJECT, file)), { recursive: true });
    writeFileSync(join(PROJECT, file), text);
    stdout.print(`new      ${file}`);
  }
}

function register(registry: string, folder: string, id: string, note?: string): void {
  const path = join(PROJECT, registry);
  writeFileSync(path, addRegistryEntry(readFileSync(path, "utf8"), folder, id, camelCase(id), note));
  stdout.print(`changed  ${registry}`);
}

/** Formats what was written, and says what to do next. */
function finish(steps: readonly string[]): void {
  execFileSync(
    process.execPath,
    [join(PROJECT, FORMATTER), "check", "--write", "build", "test", "templates", "public"],
    {
      cwd: PROJECT,
      stdio: "ignore",
    },
  );
  stdout.print("", "Next:", ...steps.map((step, index) => `  ${index + 1}. ${step}`));
}
