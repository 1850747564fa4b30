import { connect, type Socket } from "node:net";

export interface LoadResult {
  requests: number;
  /** Answers whose status was not 200, and connections that broke. */
  errors: number;
  seconds: number;
  bytes: number;
  /** The first paths whose answer was an error. */
  failed: readonly string[];
}

/** Enough to see what the errors have in common. */
const MOST_NAMED = 5;

/**
 * Asks a server for paths in turn over connections that stay open, one question after the other on
 * each, until the time is up. Bare sockets: a client library would take more of the machine than
 * the servers that are measured. Answers must have a length.
 */
export async function generateLoad(
  url: string,
  paths: readonly string[],
  { seconds, connections }: { seconds: number; connections: number },
): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`));
  const failed = new Set<string>();
  const result = { requests: 0, errors: 0, seconds: 0, bytes: 0 };
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const runs = Array.from({ length: connections }, (_, at) => {
    // Each connection begins elsewhere in the list.
    let next = Math.floor((at * requests.length) / connections);
    let asked = next;
    return new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      const ask = () => {
        asked = next++ % requests.length;
        socket.write(requests[asked]!);
      };
      readAnswers(socket, (status, bytes) => {
        result.requests += 1;
        result.bytes += bytes;
        if (status !== 200) {
          result.errors += 1;
          if (failed.size < MOST_NAMED) failed.add(`${paths[asked]} (${status})`);
        }
        if (performance.now() < end) ask();
        else socket.destroy();
      });
      socket.once("connect", ask);
      socket.once("error", () => {
        result.errors += 1;
      });
      socket.once("close", () => resolve());
    });
  });
  await Promise.all(runs);
  result.seconds = (performance.now() - begin) / 1000;
  return { ...result, failed: [...failed] };
}

/**
 * Calls back for every complete answer on a connection. A server that ends it in the middle counts
 * as one with status 0.
 */
function readAnswers(socket: Socket, onAnswer: (status: number, bytes: number) => void): void {
  let head = "";
  let status = 0;
  let length = 0;
  let missing = 0;
  socket.on("data", (chunk: Buffer) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (missing === 0) {
        // One byte is one character, so that places in the text are places in the bytes.
        const before = head.length;
        head += rest.toString("latin1");
        const at = head.indexOf("\r\n\r\n");
        if (at === -1) return;
        rest = rest.subarray(at + 4 - before);
        status = Number(head.slice(9, 12));
        length = Number(/\r\ncontent-length: *(\d+)/i.exec(head.slice(0, at))?.[1] ?? Number.NaN);
        head = "";
        missing = length;
        if (Number.isNaN(length)) {
          socket.destroy(new Error("An answer without a length"));
          return;
        }
      }
      const taken = Math.min(missing, rest.length);
      missing -= taken;
      rest = rest.subarray(taken);
      if (missing === 0) onAnswer(status, length);
    }
  });
}
