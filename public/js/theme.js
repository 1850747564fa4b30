// Loaded before the page is drawn: the other theme does not flash, and the note of a page that
// converts amounts (`currency.js`) has its room from the start.
(() => {
  const root = document.documentElement;
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
    const currency = localStorage.getItem("currency");
    const published = root.dataset.published?.split(" ");
    if (currency !== null && published?.includes(currency) === false) root.dataset.converts = "";
  } catch {
    // Without storage, the system's theme and USD apply.
  }
  root.classList.add("js");
})();
