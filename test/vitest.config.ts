import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    testTimeout: 20_000,
    reporters: ["default", new URL("closing-line-reporter.ts", import.meta.url).pathname],
    projects: [
      { extends: true, test: { name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/recorded/**"] } },
      { extends: true, test: { name: "recorded", include: ["test/recorded/**/*.test.ts"], testTimeout: 60_000 } },
    ],
  },
});
