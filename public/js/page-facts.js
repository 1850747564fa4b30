/** The JSON data in the page, besides API responses. */
export function readPageFacts() {
  return JSON.parse(document.getElementById("page-facts")?.textContent ?? "{}");
}
