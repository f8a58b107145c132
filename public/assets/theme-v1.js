// Blocks the first paint, so that a page never shows in the other theme first. Served as immutable: a change needs a
// new file name. The name of the stored choice stands in index.html.
(() => {
  try {
    const theme = localStorage.getItem(document.currentScript.dataset.themeKey);
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be switched off: the system's setting rules.
  }
})();
