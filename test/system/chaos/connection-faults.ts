import type { Fault } from "./fault.ts";

/** Faults that need a socket; see `fault-proxy.ts`. */
export const CONNECTION_FAULTS: readonly Fault[] = [
  connection("hang", "the connection is taken and nothing ever comes", "no answer within 15 s"),
  connection("hang-after-headers", "status and headers, and then nothing", "the body stalled for 15 s"),
  connection("slow", "single bytes at long intervals, without end", "the answer was not complete after 90 s"),
  connection("reset", "the connection is reset before the first byte", "read ECONNRESET"),
  connection("reset-in-body", "the connection is reset in the middle of the body", "other side closed"),
  connection("short-body", "fewer bytes than announced", "other side closed"),
  connection("endless", "a body without an end", "the body is larger than allowed"),
  connection("2-gb-announced", "a body that announces 2 GB", "the body announces 2147483648 bytes"),
  connection("2-gb-streamed", "2 GB of zeros, unannounced", "the body is larger than allowed"),
  connection("not-http", "bytes that are no HTTP", "Parse Error: Expected HTTP/"),
];

function connection(id: string, what: string, says: string): Fault {
  return { id, what, level: "connection", says };
}
