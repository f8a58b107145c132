// Before the first paint: the theme, whether this browser has joined, how many places it keeps, and which homes it hides,
// so that a page never shows otherwise first and has room for the ways. After it: the application. The
// markup is complete without scripts, so that they share neither the network nor the processor with what is seen first.
// Served as immutable: a change needs a new file name. The names of what is stored and the address of the entry stand
// in index.html, those of the page's own scripts beside its state.
(() => {
  const { themeKey, accessKey, placesKey, savedKey, entry } = document.currentScript.dataset;
  try {
    const theme = localStorage.getItem(themeKey);
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    if (localStorage.getItem(accessKey) !== null) document.documentElement.dataset.known = "";
    const places = JSON.parse(localStorage.getItem(placesKey) ?? "[]").length;
    if (places > 0) document.documentElement.dataset.places = places;
    const hidden = JSON.parse(localStorage.getItem(savedKey) ?? "{}").hidden ?? [];
    const links = hidden.map((id) => `a[href^="/listing/${Number(id)}/"]`).join();
    if (links !== "") {
      const textContent = `li:not(.every-home *):has(> article h3 :is(${links})) { display: none }`;
      document.head.append(Object.assign(document.createElement("style"), { id: "hidden-homes", textContent }));
    }
  } catch {
    // Storage may be switched off, or hold something else: the system's setting rules.
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
