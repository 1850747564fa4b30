import type { Fault, WireAnswer } from "./fault.ts";

const status = (code: number, headers: Record<string, string> = {}, words = "no"): WireAnswer => ({
  status: code,
  headers: { "content-type": "text/plain", ...headers },
  body: Buffer.from(words),
});

/** Other statuses than 200. */
export const HTTP_FAULTS: readonly Fault[] = [
  refusal("429", "429 without Retry-After", status(429)),
  refusal("429-retry-after", "429 with a Retry-After of an hour", status(429, { "retry-after": "3600" })),
  refusal("403", "403 with a page about robots", status(403, { "content-type": "text/html" }, "<h1>Forbidden</h1>")),
  refusal("451", "451: not in this country", status(451)),
  refusal("404", "404: the address is gone", status(404)),
  refusal("500", "500 with a stack trace", status(500, {}, "Error: boom\n    at server.js:1:1")),
  refusal(
    "503-retry-date",
    "503 with a date to come back at",
    status(503, { "retry-after": "Wed, 21 Oct 2037 07:28:00 GMT" }),
  ),
  refusal("204", "204: nothing, and well", status(204, {}, "")),
  {
    ...{ id: "304", what: "304 to everything: nothing has changed, it says", level: "http", lies: true },
    answer: () => status(304, {}, ""),
  },
  {
    ...{ id: "redirect-loop", what: "an endless redirect to itself", level: "http" },
    answer: ({ url }) => status(302, { location: url.href }),
  },
  refusal("redirect-elsewhere", "a redirect to another site", status(302, { location: "https://evil.example/ticker" })),
  refusal("redirect-scheme", "a redirect to a file of this machine", status(302, { location: "file:///etc/passwd" })),
];

function refusal(id: string, what: string, answer: WireAnswer): Fault {
  return { id, what, level: "http", answer: () => answer };
}
