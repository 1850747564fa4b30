/** The buttons of long tables (`show-all-view.js`). Other scripts render them again. */
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-show-all]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const isWhole = document.getElementById(button.getAttribute("aria-controls")).classList.toggle("whole");
  button.setAttribute("aria-expanded", String(isWhole));
  button.textContent = isWhole ? button.dataset.showFirst : button.dataset.showAll;
});
