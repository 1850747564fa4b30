import { z } from "zod";
import { buildErrorBody, describeMissing, ERROR_STATUS, type ErrorCode } from "./error-body.ts";
import { object, text } from "./field.ts";

/** `request` causes the error on hosts that answer queries. */
const TEXTS: Readonly<Record<ErrorCode, Record<"meaning" | "remedy" | "request" | "message", string>>> = {
  invalid_parameter: {
    meaning: "A parameter has a value that is not allowed, or a required one is missing.",
    remedy: "Read the message: it names the parameter and what is allowed. The same request will fail again.",
    request: "GET /api/coins?limit=0",
    message: "limit must be an integer from 1 to 1000",
  },
  not_found: {
    meaning: "There is no such endpoint, coin or archive, or the host has no file for this combination of parameters.",
    remedy:
      "Check the spelling against the index. Where the host answers only files, ask for a listed combination or use client.js.",
    request: "GET /api/coins/no-such-coin",
    message: describeMissing("coin", "no-such-coin"),
  },
  method_not_allowed: {
    meaning: "The request was neither GET nor HEAD nor OPTIONS; there is nothing to write to.",
    remedy: "Use GET. The Allow header lists what is possible.",
    request: "POST /api/coins",
    message: "Only GET, HEAD and OPTIONS are allowed",
  },
  unavailable: {
    meaning: "The source of this answer has never given a usable one, or the files cannot be read at the moment.",
    remedy: "Try again after the next build. The status says which source is down and since when.",
    request: "GET /api/fear-greed",
    message: "The source of this answer has not answered yet",
  },
};

export function listErrorTexts() {
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => {
    const { message, ...texts } = TEXTS[code];
    return { code, status: ERROR_STATUS[code], ...texts, body: buildErrorBody(code, message) };
  });
}

export const ErrorResponse = z.strictObject({
  error: object("The error", {
    code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]).describe("What kind of error it is"),
    message: text("A sentence that names the parameter and what is allowed"),
    status: z
      .int()
      .min(400)
      .max(599)
      .describe("The HTTP status that belongs to the code, also where a host cannot send it"),
    docs: text("Where errors are explained, relative to the base URL"),
  }),
});
