import type { Fault, WireAnswer } from "./fault.ts";

/** Faults that need a socket (see `fault-proxy.ts`), and what a client says of each. */
const CONNECTIONS: readonly (readonly [id: string, what: string, says: string])[] = [
  ["hang", "the server accepts the connection and never responds", "no answer within 15 s"],
  ["hang-after-headers", "status and headers without a body", "the body stalled for 15 s"],
  ["slow", "single bytes at long intervals, without end", "the answer was not complete after 90 s"],
  ["reset", "the connection is reset before the first byte", "read ECONNRESET"],
  ["reset-in-body", "the connection is reset in the middle of the body", "other side closed"],
  ["short-body", "fewer bytes than announced", "other side closed"],
  ["endless", "a body without an end", "the body is larger than allowed"],
  ["2-gb-announced", "a body that announces 2 GB", "the body announces 2147483648 bytes"],
  ["2-gb-streamed", "2 GB of zeros, unannounced", "the body is larger than allowed"],
  ["not-http", "a response that is not HTTP", "Parse Error: Expected HTTP/"],
];

const status = (code: number, headers: Record<string, string> = {}, words = "no"): WireAnswer => ({
  status: code,
  headers: { "content-type": "text/plain", ...headers },
  body: Buffer.from(words),
});

const STATUSES: readonly (readonly [id: string, what: string, answer: WireAnswer])[] = [
  ["429", "429 without Retry-After", status(429)],
  ["429-retry-after", "429 with a Retry-After of an hour", status(429, { "retry-after": "3600" })],
  ["403", "403 with a bot-protection page", status(403, { "content-type": "text/html" }, "<h1>Forbidden</h1>")],
  ["451", "451: blocked in this country", status(451)],
  ["404", "404: the URL no longer exists", status(404)],
  ["500", "500 with a stack trace", status(500, {}, "Error: boom\n    at server.js:1:1")],
  ["503-retry-date", "503 with a date in Retry-After", status(503, { "retry-after": "Wed, 21 Oct 2037 07:28:00 GMT" })],
  ["204", "204 without a body", status(204, {}, "")],
  ["redirect-elsewhere", "a redirect to another site", status(302, { location: "https://evil.example/ticker" })],
  ["redirect-scheme", "a redirect to a file of this machine", status(302, { location: "file:///etc/passwd" })],
];

export const WIRE_FAULTS: readonly Fault[] = [
  ...CONNECTIONS.map(([id, what, says]): Fault => ({ id, what, level: "connection", says })),
  ...STATUSES.map(([id, what, answer]): Fault => ({ id, what, level: "http", answer: () => answer })),
  {
    id: "304",
    what: "304 to every request, although the data has changed",
    level: "http",
    lies: true,
    answer: () => status(304, {}, ""),
  },
  {
    id: "redirect-loop",
    what: "a redirect loop",
    level: "http",
    answer: ({ url }) => status(302, { location: url.href }),
  },
];
