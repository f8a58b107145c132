// Before the first paint: theme, joined or not, room for commutes, hidden homes, early submissions. After it: loads the
// application, which can wait, as the markup is complete without it. Served as immutable: a change needs a new name.
// Keys are in index.html.
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
    // Without storage the system setting applies.
  }
  // A form that only the application can send is held until its code is loaded (src/lib/early-submit.ts).
  const holdBack = (event) => {
    const form = event.target;
    if (form.dataset.waits === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    form.isSubmitted = true;
  };
  addEventListener("submit", holdBack, true);
  // Under `vite dev`.
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
    // Without content, or in a background tab, nothing is painted.
    const isShown = state && !document.hidden && PerformanceObserver.supportedEntryTypes?.includes("paint");
    if (!isShown) return start();
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) start();
    }).observe({ type: "paint", buffered: true });
    setTimeout(start, LONGEST_WAIT_MS);
  });
})();
