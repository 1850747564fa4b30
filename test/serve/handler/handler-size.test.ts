import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

/**
 * A worker's start and a page's load pay for every byte, and what must be small stays without dependencies. 4 KiB leaves
 * room for a parameter more, but not for a library.
 */
it("the bundled handler needs nothing but the web's standards and less than 4 KiB", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ["build/serve/handler/handler.ts"],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => !/^build\/(serve|api|lib)\//.test(path))).toEqual([]);
  expect(Object.values(metafile.inputs).flatMap((input) => input.imports.filter(({ external }) => external))).toEqual(
    [],
  );
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThan(4 * 1024);
});
