import { checkAccessibility } from "./check-accessibility.ts";
import { kinds } from "./use-browser.ts";

checkAccessibility(
  "every kind of page of the documentation",
  // Without a browser there is one kind, without a file: its test is skipped.
  kinds.filter(({ name, file }) => file === "" || name.startsWith("docs")),
);
