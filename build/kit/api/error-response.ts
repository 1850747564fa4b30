import { z } from "zod";
import { ERROR_CODES, type ErrorBody, type ErrorCode } from "./error-body.ts";
import * as schema from "./schema.ts";

/** An error code as `/api/errors.json` and the docs explain it. */
export interface ExplainedError {
  code: ErrorCode;
  status: number;
  meaning: string;
  remedy: string;
  /** A request that causes the error on hosts that answer queries. */
  request: string;
  /** The whole response to that request. */
  body: ErrorBody;
}

/** The body of every error. */
export const ErrorResponse = z.strictObject({
  error: schema.object("The error", {
    code: z.enum(ERROR_CODES).describe("What kind of error it is"),
    message: schema.text("A sentence that names the parameter and what is allowed"),
    status: z
      .int()
      .min(400)
      .max(599)
      .describe("The HTTP status that belongs to the code, also where a host cannot send it"),
    docs: schema.text("Where errors are explained, relative to the base URL"),
  }),
});
