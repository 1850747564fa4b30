import { Worker } from "node:worker_threads";

/** The texts of a picture: no numbers, so that it stays the same from build to build. */
export interface PictureTexts {
  title: string;
  subtitle: string;
  site: string;
}

interface Painter {
  /** A PNG. Rejects if the thread fails or is closed. */
  draw(texts: PictureTexts): Promise<Uint8Array>;
  /** Ends the thread at once. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(png: Uint8Array): void;
  reject(error: Error): void;
}

/** Draws in a thread, so that pages are rendered meanwhile. The first picture starts it. */
export function openPainter(): Painter {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  // Without the loaders of this process: the thread is plain JavaScript, and starts faster.
  const start = () =>
    new Worker(new URL("./painter-thread.js", import.meta.url), { execArgv: [] })
      .on("message", (png: Uint8Array) => waiting.shift()?.resolve(png))
      .on("error", fail)
      .on("exit", () => fail(new Error("The thread that draws pictures has ended")));
  return {
    draw(texts) {
      worker ??= start();
      worker.postMessage(texts);
      return new Promise((resolve, reject) => {
        if (failure === undefined) waiting.push({ resolve, reject });
        else reject(failure);
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}
