export type { BenchReport, BenchResult, BenchTable, Goal, Machine } from "../../../build/site/page-data/bench-page.ts";
