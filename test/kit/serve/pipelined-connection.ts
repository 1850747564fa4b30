import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** One response of a stream. */
export interface StreamedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface PipelinedConnection {
  /**
   * Writes all requests at once; one byte per character. Responses are in the order of requests.
   */
  ask(targets: readonly string[], method?: string): Promise<StreamedAnswer[]>;
  close(): void;
}

/** A connection that is opened again when the server has closed it. */
export function createPipelinedConnection(url: string): PipelinedConnection {
  const { hostname, port } = new URL(url);
  let socket: Socket | undefined;
  return {
    async ask(targets, method = "GET") {
      if (socket === undefined || socket.destroyed || socket.readableEnded) {
        socket = connect(Number(port), hostname);
        await once(socket, "connect");
      }
      const answers = readAnswers(socket, targets.length, method === "HEAD");
      socket.write(Buffer.from(targets.map((target) => `${method} ${target} HTTP/1.1\r\n\r\n`).join(""), "latin1"));
      return answers;
    },
    close: () => socket?.destroy(),
  };
}

function readAnswers(socket: Socket, count: number, isHead: boolean): Promise<StreamedAnswer[]> {
  return new Promise((resolve, reject) => {
    const answers: StreamedAnswer[] = [];
    let chunks: Buffer[] = [];
    let bytes = 0;
    // Parses an incomplete body again only when it is complete.
    let wanted = 0;
    const settle = (end: () => void): void => {
      socket.removeAllListeners("data").removeAllListeners("close").removeAllListeners("error");
      end();
    };
    const fail = (why: string) => settle(() => reject(new Error(`${why} after ${answers.length} of ${count} answers`)));
    socket.on("error", (error) => fail(error.message));
    socket.on("close", () => fail("The connection ended"));
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < wanted) return;
      const parsed = parseAnswers(Buffer.concat(chunks), isHead);
      answers.push(...parsed.answers);
      chunks = [parsed.rest];
      bytes = parsed.rest.length;
      wanted = parsed.wanted;
      if (answers.length >= count) settle(() => resolve(answers));
    });
  });
}

/**
 * Parses the complete responses of a stream. `wanted` is the length at which the next one is
 * complete. Throws if a response has no length.
 */
export function parseAnswers(
  stream: Buffer,
  isHead = false,
): { answers: StreamedAnswer[]; rest: Buffer; wanted: number } {
  const answers: StreamedAnswer[] = [];
  let rest = stream;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1) return { answers, rest, wanted: 0 };
    const [line = "", ...fields] = rest.toString("latin1", 0, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]+$/.exec(line)?.[1]);
    if (!status) throw new Error(`No status line: ${JSON.stringify(line.slice(0, 200))}`);
    const headers = Object.fromEntries(
      fields.map((field) => {
        const [, name, value] = /^([\w-]+): ([\x20-\x7e]*)$/.exec(field) ?? [];
        if (name === undefined) throw new Error(`No header: ${JSON.stringify(field)}`);
        return [name.toLowerCase(), value ?? ""];
      }),
    );
    const isBodiless = isHead || status < 200 || status === 204 || status === 304;
    const length = isBodiless ? 0 : Number(headers["content-length"]);
    if (Number.isNaN(length)) throw new Error(`An answer without a length: ${line}`);
    const wanted = end + 4 + length;
    if (rest.length < wanted) return { answers, rest, wanted };
    answers.push({ status, headers, body: rest.subarray(end + 4, wanted) });
    rest = rest.subarray(wanted);
  }
}
