import {
  buildErrorBody,
  describeMissing,
  describeUnavailable,
  ERROR_CODES,
  ERROR_STATUS,
  type ErrorCode,
  ONLY_READS,
} from "../../kit/api/error-body.ts";
import type { ExplainedError } from "../../kit/api/error-response.ts";

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

/** Every error code with what it means and what to do. */
export function listErrorTexts(): ExplainedError[] {
  return ERROR_CODES.map((code) => {
    const { message, ...texts } = TEXTS[code];
    return { code, status: ERROR_STATUS[code], ...texts, body: buildErrorBody(code, message) };
  });
}
