import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { ErrorResponse } from "../../../build/api/errors.ts";
import { SECRET } from "../../serve/site.ts";
import type { Case, Expected } from "./case.ts";

/** Where the site's page for what is missing has the error for programs. */
const ERROR_OF_PAGE = /<script[^>]* id="error"[^>]*>([^<]*)<\/script>/;

/** What came back. */
export interface Reply {
  status: number;
  type: string;
  origin: string | null;
  body: Buffer;
}

/** What a host may do instead of what a level asks for. */
export interface Leniency {
  /** A missing file gets a page: the error for programs is in it, or is all of it, whatever its type says. */
  errorPages?: boolean;
  /** Errors are the host's own matter, as long as their status says so. */
  ownErrors?: boolean;
  /** No query is ever read: the answer to the path alone comes, and its `meta` says so. */
  ignoresQuery?: boolean;
}

/** `exact`: the answer. `refused`: a JSON error. `other`: another answer that says which one it is. Else what is wrong. */
export type Verdict = "exact" | "refused" | "other" | { wrong: string };

/** @param readFile the file of the host's own tree */
export function judge(
  { expected, equally = [], also = [], withoutQuery }: Case,
  reply: Reply,
  { errorPages = false, ownErrors = false, ignoresQuery = false }: Leniency,
  readFile: (path: string) => Buffer | undefined,
): Verdict {
  if (reply.body.includes(SECRET)) return { wrong: "a file outside of the site" };
  const fault = findAttemptError(expected, reply, errorPages, readFile);
  if (fault === undefined) return "exact";
  const fits = (other: Expected) => findAttemptError(other, reply, errorPages, readFile) === undefined;
  if (equally.some(fits)) return "exact";
  if (reply.status >= 400 && (ownErrors || isError(reply, errorPages))) return "refused";
  const others = ignoresQuery && withoutQuery !== undefined ? [...also, withoutQuery] : also;
  if (others.some(fits)) return "other";
  return { wrong: `${fault}; got ${reply.status} ${reply.type} ${reply.body.toString().slice(0, 160)}` };
}

function findAttemptError(
  expected: Expected,
  reply: Reply,
  errorPages: boolean,
  readFile: (path: string) => Buffer | undefined,
): string | undefined {
  if ("refused" in expected) {
    return reply.status >= 400 && reply.status < 500 ? undefined : "should be refused";
  }
  if (reply.origin !== "*") return "other sites may not read it";
  if ("status" in expected) {
    const { status, code } = expected;
    if (reply.status !== status) return `should be an error with status ${status}`;
    if (!isError(reply, errorPages)) return "should be an error of the interface";
    return readError(reply, errorPages)?.error.code === code ? undefined : `should be the error ${code}`;
  }
  if (reply.status !== 200) return "should have status 200";
  if ("file" in expected) {
    const type = expected.file.endsWith(".gz") ? /^application\/(x-)?gzip/ : /./;
    if (!type.test(reply.type)) return `should have another type than "${reply.type}"`;
    return readFile(expected.file)?.equals(reply.body) ? undefined : `should be ${expected.file} to the byte`;
  }
  if (!/^application\/json/.test(reply.type)) return "should be of the type application/json";
  const text = reply.body.toString();
  if (text === expected.text) return undefined;
  const { meta } = expected.body as { meta?: { self?: string } };
  return isDeepStrictEqual(parse(text), expected.body) ? undefined : `should be ${meta?.self}`;
}

function isError(reply: Reply, errorPages: boolean): boolean {
  return readError(reply, errorPages)?.error.status === reply.status;
}

function readError({ type, body }: Reply, errorPages: boolean): z.infer<typeof ErrorResponse> | undefined {
  if (!errorPages && !/^application\/json/.test(type)) return undefined;
  const text = body.toString();
  const embedded = errorPages ? ERROR_OF_PAGE.exec(text)?.[1] : undefined;
  return ErrorResponse.safeParse(parse(embedded ?? text)).data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
