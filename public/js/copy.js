/** `<button data-copy="id">` copies the text of that element. */
const SHOWN_MS = 2_000;

for (const button of document.querySelectorAll("[data-copy]")) {
  const label = button.textContent;
  button.hidden = navigator.clipboard === undefined;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy)?.textContent ?? "";
    try {
      await navigator.clipboard.writeText(text.trim());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy blocked";
    }
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
