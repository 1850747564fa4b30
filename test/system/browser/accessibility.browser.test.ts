import { sample } from "../../seed.ts";
import { checkAccessibility, TAKES_SHOTS } from "./check-accessibility.ts";
import { kinds } from "./use-browser.ts";

const own = kinds.filter(({ name }) => !name.startsWith("docs"));

checkAccessibility(
  "kinds of pages outside the documentation",
  // The gate tries one in two. Without a browser there is one kind, whose test is skipped.
  TAKES_SHOTS || own.length === 1 ? own : sample(own, 2),
);
