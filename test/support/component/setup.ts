import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

/** Empties the document that all files of a process share. */
afterEach(() => {
  cleanup();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // Modules outlive a test file and cache loaded data.
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
});
