import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

type Service = typeof import("@actions/languageservice");

/** GitHub's language service imports JSON like a bundler, which Node rejects: bundle it first. */
export async function loadLanguageService(): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "language-service-"));
  try {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(import.meta.resolve("@actions/languageservice"))],
      bundle: true,
      platform: "node",
      format: "esm",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      write: false,
      logLevel: "silent",
    });
    const file = join(folder, "service.mjs");
    await writeFile(file, outputFiles[0]!.text);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Service;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
