import { importAgain } from "./import-again.js";
import { describeCheck } from "./verify-price-view.js";

/** Recomputes a price by `client.js`. The button is replaced together with its part of the page. */
const root = new URL("..", import.meta.url);

document.addEventListener("click", ({ target }) => {
  const button = /** @type {any} */ (target).closest("[data-verify-price]");
  if (button !== null) verify(button);
});

async function verify(button) {
  const result = button.closest("[data-verify]").querySelector("[data-verify-result]");
  button.disabled = true;
  result.textContent = "loading…";
  try {
    const { verifyPrice } = await importAgain(new URL("client.js", root).href);
    result.textContent = describeCheck(await verifyPrice(button.dataset.verifyPrice));
  } catch {
    result.textContent = navigator.onLine ? "The evidence cannot be read." : "You are offline.";
  }
  button.disabled = false;
}
