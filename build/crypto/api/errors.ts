import { z } from "zod";
import {
  buildErrorBody,
  describeMissing,
  describeUnavailable,
  ERROR_STATUS,
  type ErrorCode,
  ONLY_READS,
} from "../../kit/api/error-body.ts";
import * as schema from "../../kit/api/schema.ts";

/** `request` causes the error on hosts that answer queries. */
const TEXTS: Readonly<Record<ErrorCode, Record<"meaning" | "remedy" | "request" | "message", string>>> = {
  invalid_parameter: {
    meaning: "A parameter has a value that is not allowed, or a required one is missing.",
    remedy: "Read the message: it names the parameter and what is allowed. Repeating the same request does not help.",
    request: "GET /api/coins?limit=0",
    message: "limit must be an integer from 1 to 1000",
  },
  not_found: {
    meaning:
      "The endpoint, coin or archive does not exist, or the host has no file for this combination of parameters.",
    remedy:
      "Check the spelling against the index. If the host only serves files, request a listed combination or use client.js.",
    request: "GET /api/coins/no-such-coin",
    message: describeMissing("coin", "no-such-coin"),
  },
  method_not_allowed: {
    meaning: "The request was not GET, HEAD or OPTIONS. The API is read-only.",
    remedy: "Use GET. The Allow header lists the supported methods.",
    request: "POST /api/coins",
    message: ONLY_READS,
  },
  unavailable: {
    meaning: "The source has not returned usable data yet, or the files are temporarily unreadable.",
    remedy: "Try again after the next build. The status lists the sources that are down, and since when.",
    request: "GET /api/fear-greed",
    message: describeUnavailable("/fear-greed"),
  },
};

export function listErrorTexts() {
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => {
    const { message, ...texts } = TEXTS[code];
    return { code, status: ERROR_STATUS[code], ...texts, body: buildErrorBody(code, message) };
  });
}

export const ErrorResponse = z.strictObject({
  error: schema.object("The error", {
    code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]).describe("What kind of error it is"),
    message: schema.text("A sentence that names the parameter and what is allowed"),
    status: z
      .int()
      .min(400)
      .max(599)
      .describe("The HTTP status that belongs to the code, also where a host cannot send it"),
    docs: schema.text("Where errors are explained, relative to the base URL"),
  }),
});
