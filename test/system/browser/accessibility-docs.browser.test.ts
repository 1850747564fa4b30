import { sample } from "../../seed.ts";
import { checkAccessibility, TAKES_SHOTS } from "./check-accessibility.ts";
import { kinds } from "./use-browser.ts";

// Without a browser there is one kind, without a file: its test is skipped.
const docs = kinds.filter(({ name, file }) => file === "" || name.startsWith("docs"));

checkAccessibility(
  "kinds of pages of the documentation",
  // They share one layout: the gate tries one in six.
  TAKES_SHOTS || docs.length === 1 ? docs : sample(docs, 6),
);
