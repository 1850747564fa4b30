import { Worker } from "node:worker_threads";

const THREADS = 2;
const CHUNK_BYTES = 1 << 20;
/** Chunks that may wait for a thread: enough to keep it busy, and a bound on memory. */
const CHUNKS_AHEAD = 4;

/** Files one after the other. `bytes` begins with their contents, without gaps. */
export interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  files: { path: string; length: number; caseVariant: boolean }[];
}

interface TreeWriter {
  /** Resolves when a thread has room. Rejects with the error of any file written so far. */
  write(path: string, content: Uint8Array, caseVariant: boolean): Promise<void>;
  /** Resolves when every file is written. */
  finish(): Promise<void>;
  /** Stops the threads at once. */
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  queued: number;
  next: Chunk;
  used: number;
  /** Buffers that the thread returned: reusing them is cheaper than new ones. */
  spare: Uint8Array<ArrayBuffer>[];
}

interface Done {
  bytes: Uint8Array<ArrayBuffer>;
  error?: { message: string };
}

/** Writes files below `staging`. An unchanged file is linked from `old`. */
export function openTreeWriter(staging: string, old: string): TreeWriter {
  let failure: Error | undefined;
  let wake = () => {};
  const threads = Array.from({ length: THREADS }, () =>
    startThread({ staging, old }, (error) => {
      failure ??= error;
      wake();
    }),
  );

  async function waitUntil(condition: () => boolean): Promise<void> {
    while (failure === undefined && !condition()) {
      await new Promise<void>((resolve) => (wake = resolve));
    }
    if (failure !== undefined) throw failure;
  }

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
    async write(path, content, caseVariant) {
      const thread = threads[pickThread(path)] as Thread;
      if (thread.used + content.length > thread.next.bytes.length) {
        send(thread, content.length);
      }
      thread.next.bytes.set(content, thread.used);
      thread.next.files.push({ path, length: content.length, caseVariant });
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

/** `report`: called after each chunk, with the error of a file that could not be written. */
function startThread(folders: { staging: string; old: string }, report: (error?: Error) => void): Thread {
  const worker = new Worker(new URL("./tree-writer-thread.js", import.meta.url), {
    workerData: folders,
    // The loader of this program is of no use there, and takes longer to start than the thread.
    execArgv: [],
  });
  const thread: Thread = { worker, queued: 0, next: newChunk(CHUNK_BYTES), used: 0, spare: [] };
  worker.on("message", ({ bytes, error }: Done) => {
    thread.queued -= 1;
    if (bytes.length === CHUNK_BYTES) thread.spare.push(bytes);
    report(error && Object.assign(new Error(error.message), error));
  });
  worker.on("error", report);
  return thread;
}

function newChunk(bytes: number): Chunk {
  return { bytes: new Uint8Array(bytes), files: [] };
}

/** By folder, ignoring case: a file is written before its case variant. */
function pickThread(path: string): number {
  const folder = path.slice(0, path.lastIndexOf("/") + 1).toLowerCase();
  let sum = 0;
  for (let at = 0; at < folder.length; at += 1) sum = (sum * 31 + folder.charCodeAt(at)) >>> 0;
  return sum % THREADS;
}
