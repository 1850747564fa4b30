import "./age.js";
import { readPageFacts } from "./page-facts.js";
import { PAIRS } from "./pair-view.js";
import { startTable } from "./table.js";

/** Absent where the site publishes no pairs. */
const { name, answer, coins } = readPageFacts();

startTable({ ...PAIRS, answer, name }, { facts: { coins } });
