import { checkAccessibility } from "./check-accessibility.ts";
import { kinds } from "./use-browser.ts";

checkAccessibility(
  "every kind of page outside the documentation",
  kinds.filter(({ name }) => !name.startsWith("docs")),
);
