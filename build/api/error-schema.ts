import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "./error-body.ts";
import { text } from "./field.ts";

/** The strict schema of every error answer. */
export const ErrorResponse = z.strictObject({
  error: z
    .strictObject({
      code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]).describe("What kind of error it is"),
      message: text("A sentence that names the parameter and what is allowed"),
      status: z
        .int()
        .min(400)
        .max(599)
        .describe("The HTTP status that belongs to the code, also where a host cannot send it"),
      docs: text("Where errors are explained, relative to the base URL"),
    })
    .describe("The error"),
});
