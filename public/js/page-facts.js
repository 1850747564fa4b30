/** What a page knows beyond the interface's answers: the JSON that it carries. */
export function readPageFacts() {
  return JSON.parse(document.getElementById("page-facts")?.textContent ?? "{}");
}
