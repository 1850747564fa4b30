import { defineConfig } from "vitest/config";

/** `file start end replacement`, as JSON: the text that a source file has in this run. */
const mutant = JSON.parse(process.env["MUTANT"] ?? "null") as [string, number, number, string] | null;

/** The unit tests of the market, with a fault in one source. The file on disk is unchanged. */
export default defineConfig({
  plugins: [
    {
      name: "mutant",
      enforce: "pre",
      transform(code, id) {
        if (mutant === null || id !== mutant[0]) return undefined;
        return code.slice(0, mutant[1]) + mutant[3] + code.slice(mutant[2]);
      },
    },
  ],
  test: {
    root: new URL("../../..", import.meta.url).pathname,
    include: ["test/crypto/market/**/*.test.ts"],
    setupFiles: ["test/setup.ts", "test/seed-properties.ts"],
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
  },
});
