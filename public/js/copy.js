const SHOWN_MS = 2_000;

/** `<button data-copy="id">` copies the text of that element. */
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = navigator.clipboard === undefined;
  button.addEventListener("click", () => {
    const text = document.getElementById(button.dataset.copy)?.textContent ?? "";
    copyText(button, text.trim());
  });
}

/** `<button data-copy-text="text">` copies that text, also in rows that a script adds. */
if (navigator.clipboard !== undefined) {
  document.documentElement.classList.add("can-copy");
  document.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("[data-copy-text]");
    if (button !== null) copyText(button, /** @type {HTMLElement} */ (button).dataset.copyText);
  });
}

/** Tells screen readers what the button shows: they do not read the new label of a button. */
const status = document.createElement("p");
status.className = "visually-hidden";
status.setAttribute("role", "status");
document.body.append(status);

/** Copies a text; the button shows the result for two seconds. */
export async function copyText(button, text) {
  const label = button.dataset.label ?? button.innerHTML;
  button.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy blocked";
  }
  status.textContent = button.textContent;
  setTimeout(() => {
    button.innerHTML = label;
    status.textContent = "";
  }, SHOWN_MS);
}
