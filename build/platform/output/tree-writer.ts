import { Worker } from "node:worker_threads";
import { createFileWriter } from "./write-tree-file.js";

const THREADS = 2;
const CHUNK_BYTES = 1 << 20;
/** What a thread may have before it: enough to keep it busy, and a bound on memory. */
const CHUNKS_AHEAD = 4;

/** Files one after the other: `bytes` begins with their contents, without a gap. */
export interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  files: { path: string; length: number; caseTwin: boolean }[];
}

/** Writes the files of a tree in threads of their own, while the next ones are rendered. */
export interface TreeWriter {
  /** Resolves at once, or when a thread has room again; rejects with the error of a file that was written meanwhile. */
  write(path: string, content: Uint8Array, caseTwin: boolean): Promise<void>;
  /** Resolves when every file is written. */
  finish(): Promise<void>;
  /** Ends the threads, whatever they still hold. */
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  queued: number;
  next: Chunk;
  used: number;
  /** What the thread gave back: to fill again what is there is cheaper than to ask for more. */
  spare: Uint8Array<ArrayBuffer>[];
}

/** What a thread says of a chunk that it is done with. */
interface Done {
  bytes: Uint8Array<ArrayBuffer>;
  error?: { message: string };
}

/** A file goes where its path says below `staging`, or is linked from `old` when it is the same there. */
export function openTreeWriter(staging: string, old: string): TreeWriter {
  // A confined process may not start threads.
  return process.permission?.has("worker") === false ? writeHere(staging, old) : writeInThreads(staging, old);
}

function writeHere(staging: string, old: string): TreeWriter {
  const writeFile = createFileWriter(staging, old);
  return {
    write: async (path, content, caseTwin) => writeFile(path, content, caseTwin),
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function writeInThreads(staging: string, old: string): TreeWriter {
  let failure: Error | undefined;
  let wake = () => {};
  const threads = Array.from({ length: THREADS }, (): Thread => {
    const worker = new Worker(new URL("./tree-writer-thread.js", import.meta.url), {
      workerData: { staging, old },
      // The loader of this program is of no use there, and takes longer to start than the thread.
      execArgv: [],
    });
    const thread = { worker, queued: 0, next: newChunk(CHUNK_BYTES), used: 0, spare: [] as Uint8Array<ArrayBuffer>[] };
    worker.on("message", ({ bytes, error }: Done) => {
      thread.queued -= 1;
      if (bytes.length === CHUNK_BYTES) thread.spare.push(bytes);
      if (error !== undefined) failure ??= Object.assign(new Error(error.message), error);
      wake();
    });
    worker.on("error", (error: Error) => {
      failure ??= error;
      wake();
    });
    return thread;
  });

  async function waitUntil(condition: () => boolean): Promise<void> {
    while (failure === undefined && !condition()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (failure !== undefined) throw failure;
  }

  /** Sends what is collected, and makes room for so many bytes. */
  function send(thread: Thread, room: number): void {
    const { bytes, files } = thread.next;
    if (files.length > 0) {
      thread.queued += 1;
      thread.worker.postMessage({ bytes, files } satisfies Chunk, [bytes.buffer]);
    } else if (room <= bytes.length) {
      return;
    }
    const spare = room <= CHUNK_BYTES ? thread.spare.pop() : undefined;
    thread.next = spare === undefined ? newChunk(Math.max(CHUNK_BYTES, room)) : { bytes: spare, files: [] };
    thread.used = 0;
  }

  return {
    async write(path, content, caseTwin) {
      const thread = threads[pickThread(path)] as Thread;
      if (thread.used + content.length > thread.next.bytes.length) {
        send(thread, content.length);
      }
      thread.next.bytes.set(content, thread.used);
      thread.next.files.push({ path, length: content.length, caseTwin });
      thread.used += content.length;
      if (failure !== undefined || thread.queued >= CHUNKS_AHEAD) await waitUntil(() => thread.queued < CHUNKS_AHEAD);
    },
    async finish() {
      for (const thread of threads) send(thread, 0);
      await waitUntil(() => threads.every(({ queued }) => queued === 0));
    },
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function newChunk(bytes: number): Chunk {
  return { bytes: new Uint8Array(bytes), files: [] };
}

/** By folder, whatever the case: threads then do not wait for one another's folders, and a file comes before its twin of another case. */
function pickThread(path: string): number {
  const folder = path.slice(0, path.lastIndexOf("/") + 1).toLowerCase();
  let sum = 0;
  for (let at = 0; at < folder.length; at += 1) sum = (sum * 31 + folder.charCodeAt(at)) >>> 0;
  return sum % THREADS;
}
