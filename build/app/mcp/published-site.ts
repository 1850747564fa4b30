import { type ZodType, z } from "zod";
import { served } from "../../crypto/serve/served.ts";
import { NO_ENDPOINT } from "../../kit/api/error-body.ts";
import { createResponder } from "../../kit/serve/handler/handler.ts";
import { createSiteReader } from "../../kit/serve/handler/site-reader.ts";
import { type ReadFile, readText } from "../../kit/serve/handler/tree.ts";
import { createTreeReader } from "../../kit/serve/node/tree-reader.ts";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { cleanText } from "../../lib/plain-text.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { isWebAddress } from "../../lib/web-url.ts";

/** An answer of a site: `data` as its reader described it. */
export interface Read<Data> {
  data: Data;
  meta: z.infer<typeof Meta>;
  /** When it was read, in unix milliseconds: it may have expired by then. */
  readAtMs: number;
}

/** What an error says after its reason: what the program that asked can do. */
export interface AskOptions {
  /** If there is no such coin, currency or endpoint. */
  ifMissing: string;
  /** If the site is built without the endpoint; without it, `ifMissing`. */
  ifUnbuilt?: string;
}

export interface PublishedSite {
  /** The folder or address, as it was named. */
  place: string;
  /**
   * The answer to a path below `/api`, such as `coins?limit=7`. Throws an `OperationalError` with
   * a sentence that says what to do if the site cannot be read or has no such answer.
   */
  ask<Data>(path: string, data: ZodType<Data>, options: AskOptions): Promise<Read<Data>>;
}

/** The common fields of answers that tools pass on. */
const Meta = z.object({
  updated_at: z.string(),
  expires_at: z.iso.datetime(),
  stale: z.boolean(),
  currency: z.string().optional(),
  sample: z.boolean().optional(),
  pagination: z.object({ total: z.int() }).optional(),
});
const Refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Every site has it: which paths it answers. */
const ROUTES = "api/routes.json";
/** The handler reads paths only. */
const ANY_ORIGIN = "http://site.invalid/";
/** A host that does not answer must not keep a program waiting. */
const TIMEOUT_MS = MINUTE_MS / 2;
/** The list of 10,000 coins has a tenth of that. */
const MAX_BYTES = 100 * 1024 * 1024;
/** Ten years of a coin have a fifth of that. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/**
 * Opens a site in a folder or at an address, with or without `/api`. Nothing is read before the
 * first question. `now`: the time in unix milliseconds.
 */
export function openSite(place: string, now: () => number = Date.now): PublishedSite {
  const readFile = createReader(place);
  const respond = createResponder(served, readFile);
  return {
    place,
    async ask(path, data, advice) {
      await refuseNoSite(place, readFile);
      const url = `${ANY_ORIGIN}api/${path}`;
      const { status, body } = await respond({ url, method: "GET", headers: new Headers() });
      if ((body?.length ?? 0) > MAX_ANSWER_BYTES)
        throw new OperationalError(`The answer of ${place} to ${path} is larger than any that this program reads.`);
      const content = parseJson(place, path, body);
      if (status !== 200) throw buildRefusal(place, Refusal.safeParse(content).data, advice);
      const answer = z.object({ data, meta: Meta }).safeParse(content);
      if (answer.success) {
        const read = answer.data as Pick<Read<z.output<typeof data>>, "data" | "meta">;
        return { ...read, readAtMs: now() };
      }
      const [issue] = answer.error.issues;
      throw new OperationalError(
        `The answer of ${place} to ${path} has another form than this program reads (${issue?.path.join(".")}: ` +
          `${issue?.message}). Use a program and a site of the same version.`,
      );
    },
  };
}

function createReader(place: string): ReadFile {
  if (!isWebAddress(place)) return createTreeReader(place);
  if (!URL.canParse(place))
    throw new OperationalError(`"${place}" is no address of a site: write it as https://prices.example.org.`);
  const { origin, pathname } = new URL(place);
  return createSiteReader(`${origin}${pathname.replace(/\/(api\/?)?$/, "")}/`, { fetch: fetchBounded });
}

/** A response whose body has been read, up to a limit. */
async function fetchBounded(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`${url} is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Response(response.status === 200 ? new Blob(chunks) : null, response);
}

async function refuseNoSite(place: string, readFile: ReadFile): Promise<void> {
  const routes = await readFile(ROUTES).catch((cause: unknown) => {
    throw new OperationalError(
      `${place} cannot be read (${cleanText(describeError(cause))}). Check the address and the network, then ask again.`,
      { cause },
    );
  });
  if (routes !== undefined) return;
  throw new OperationalError(
    `There is no site of Open Crypto Data at ${place}: it has no file ${ROUTES}. Start this server with --site and the folder or address of a published site.`,
  );
}

function parseJson(place: string, path: string, body: string | Uint8Array | null): unknown {
  try {
    return JSON.parse(readText({ body: body ?? "" }));
  } catch (cause) {
    throw new OperationalError(`The answer of ${place} to ${path} is no JSON. Ask again after its next build.`, {
      cause,
    });
  }
}

function buildRefusal(
  place: string,
  refusal: z.infer<typeof Refusal> | undefined,
  advice: AskOptions,
): OperationalError {
  if (refusal === undefined) return new OperationalError(`${place} refuses the question and does not say why.`);
  const { message } = refusal.error;
  return new OperationalError(`${cleanText(message).replace(/\.?$/, ".")} ${advise(refusal.error, advice)}`.trim());
}

function advise(
  { code, message }: z.infer<typeof Refusal>["error"],
  { ifMissing, ifUnbuilt = ifMissing }: AskOptions,
): string {
  if (code === "unavailable") return "Ask again after its next build.";
  if (code !== "not_found") return "";
  return message.startsWith(NO_ENDPOINT) ? ifUnbuilt : ifMissing;
}
