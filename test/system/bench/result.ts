export type {
  BenchReport,
  BenchResult,
  BenchTable,
  Goal,
  Machine,
} from "../../../build/app/site/page-data/bench-page.ts";
