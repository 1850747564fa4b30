import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** One answer out of a stream of them. */
export interface StreamedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface PipelinedConnection {
  /** Writes all requests at once; the answers come in their order. Targets go out as bytes, one for each character. */
  ask(targets: readonly string[], method?: string): Promise<StreamedAnswer[]>;
  close(): void;
}

/** A connection that stays open, and is opened anew where the server closed it. */
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
    // Of a body that is not complete yet, nothing is looked at again until it is.
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
 * The complete answers at the beginning of a stream, what follows them, and how long that must become before it is worth another
 * look. Throws where what comes is not an answer with a length.
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
