const button = document.querySelector("[data-theme-toggle]");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? prefersDark.matches : theme === "dark";
}

function describe() {
  button.setAttribute("aria-label", isDark() ? "Use light theme" : "Use dark theme");
}

/** Follows the stored choice, which another tab may have changed. */
function followOtherTab() {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage, the choice applies to this page only.
  }
  describe();
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
  addEventListener("storage", ({ key }) => key === "theme" && followOtherTab());
  // A page that is left misses these events, and comes back as it was.
  addEventListener("pageshow", ({ persisted }) => persisted && followOtherTab());
}
