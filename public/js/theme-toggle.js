const button = document.querySelector("[data-theme-toggle]");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? prefersDark.matches : theme === "dark";
}

function describe() {
  button.setAttribute("aria-label", isDark() ? "Use light theme" : "Use dark theme");
}

if (button !== null) {
  describe();
  prefersDark.addEventListener("change", describe);
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // Without storage, the choice applies to this page only.
    }
    describe();
  });
  // Another tab stored its choice.
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "theme" || newValue === null) return;
    document.documentElement.dataset.theme = newValue;
    describe();
  });
}
