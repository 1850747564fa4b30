import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The questions of one connection, which are answered in their order. */
interface Line {
  /** The youngest, and whether its request has arrived as a whole. */
  last?: { incoming: IncomingMessage; outgoing: ServerResponse };
  waiting: number;
  isClosing: boolean;
}

export interface ConnectionLines {
  /**
   * Waits until all that was asked earlier on the connection has been sent. A client may send questions ahead without reading a
   * single answer: made at once, the answers would all lie in memory. One that sends too many ahead is cut off.
   */
  queue(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> | undefined;
  /**
   * Calls back once the connection has been answered all that it asked properly, and whatever it sends after that ends it. Does not
   * call back where the last question itself broke off in its body: what were said then would be taken for a second answer to it.
   */
  close(socket: Duplex, sayWhy: () => void): void;
}

export function createConnectionLines(maxWaiting: number): ConnectionLines {
  const lines = new WeakMap<Duplex, Line>();
  const lineOf = (socket: Duplex): Line => {
    let line = lines.get(socket);
    if (line === undefined) {
      line = { waiting: 0, isClosing: false };
      lines.set(socket, line);
    }
    return line;
  };

  const wait = async (line: Line, outgoing: ServerResponse): Promise<void> => {
    line.waiting += 1;
    // Node gives an answer its connection when it is the next one to be sent.
    await once(outgoing, "socket");
    line.waiting -= 1;
  };

  return {
    queue(incoming, outgoing) {
      const line = lineOf(incoming.socket);
      line.last = { incoming, outgoing };
      if (outgoing.socket !== null) return undefined;
      if (line.waiting >= maxWaiting) incoming.socket.destroy();
      return wait(line, outgoing);
    },
    close(socket, sayWhy) {
      const line = lineOf(socket);
      const { last } = line;
      if (line.isClosing) {
        socket.destroy();
        return;
      }
      line.isClosing = true;
      const end = last === undefined || last.incoming.complete ? sayWhy : () => socket.end();
      if (last === undefined || last.outgoing.writableFinished) end();
      else last.outgoing.once("finish", end);
    },
  };
}
