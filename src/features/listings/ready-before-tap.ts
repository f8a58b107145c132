import { savesData } from "../../lib/timing.ts";

/**
 * Loads what taps on a list's cards and on Filters show, once the page has its pictures: on touch devices no hover
 * announces a tap. Does nothing for visitors who ask to save data. What fails is loaded again by the tap.
 */
export async function prepareForTaps(): Promise<void> {
  if (savesData() || navigator.maxTouchPoints === 0 || !document.querySelector("[data-filters]")) return;
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  await Promise.all([import("./card/listing-dialog.tsx"), import("./search/search-panel.tsx")]);
}
