// Loaded before the page is drawn, so that nobody sees the other theme first.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's choice stands.
  }
  document.documentElement.classList.add("js");
})();
