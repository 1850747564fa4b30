import * as kit from "../../kit/serve/bundle.ts";

const ENTRIES: kit.ProgramEntries = {
  worker: new URL("worker.ts", import.meta.url),
  client: new URL("client.ts", import.meta.url),
  serviceWorker: new URL("service-worker.ts", import.meta.url),
};

/** The module that converts answers to a currency in the site's pages. */
export function bundleConversion(): Promise<string> {
  return kit.bundleModule(new URL("convert-answer.ts", import.meta.url));
}

export function bundleWorker(): Promise<string> {
  return kit.bundleWorker(ENTRIES);
}

/** `copies`: see `kit/serve/bundle.ts`. */
export function bundleProgramFiles(copies?: readonly string[]): Promise<kit.ProgramFile[]> {
  return kit.bundleProgramFiles(ENTRIES, copies);
}
