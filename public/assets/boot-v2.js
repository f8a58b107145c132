// Before the first paint: the theme, and whether this browser has joined, so that a page never shows otherwise first.
// After it: the application. The
// markup is complete without scripts, so that they share neither the network nor the processor with what is seen first.
// Served as immutable: a change needs a new file name. The names of what is stored and the address of the entry stand
// in index.html, those of the page's own scripts beside its state.
(() => {
  const { themeKey, accessKey, entry } = document.currentScript.dataset;
  try {
    const theme = localStorage.getItem(themeKey);
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    if (localStorage.getItem(accessKey) !== null) document.documentElement.dataset.known = "";
  } catch {
    // Storage may be switched off: the system's setting rules.
  }
  // Under `vite dev` the entry stands in the page itself.
  if (!entry) return;

  const LONGEST_WAIT_MS = 2000;
  const load = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), { fetchPriority: "low", ...properties }));

  addEventListener("DOMContentLoaded", () => {
    const state = document.getElementById("page-state");
    let isStarted = false;
    const start = () => {
      if (isStarted) return;
      isStarted = true;
      for (const href of state?.dataset.scripts?.split(" ") ?? []) load("link", { rel: "modulepreload", href });
      load("script", { type: "module", src: entry });
    };
    // Without content, or behind another tab, nothing is painted.
    const isShown = state && !document.hidden && PerformanceObserver.supportedEntryTypes?.includes("paint");
    if (!isShown) return start();
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) start();
    }).observe({ type: "paint", buffered: true });
    setTimeout(start, LONGEST_WAIT_MS);
  });
})();
