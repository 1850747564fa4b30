// Loaded before the page is drawn, so that the other theme does not flash.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage, the system's theme applies.
  }
  document.documentElement.classList.add("js");
})();
