import type { BenchReport } from "./bench-page.ts";

// Written by `npm run bench -- collect` out of what the last runs left.

export const BENCHES: readonly BenchReport[] = [];
