import type { Map as MapLibreMap, StyleSpecification } from "maplibre-gl";
import { plainStyle, withOwnParts } from "./map-layers.ts";
import type { MapContent } from "./map-types.ts";

/** A host that has not answered by then is taken for one that does not. */
const TIMEOUT_MS = 10_000;
/** How often a map without tiles is asked whether it waits for some. */
const CHECK_MS = 1_000;

async function loadStyle(url: string): Promise<StyleSpecification> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), referrerPolicy: "origin" });
  if (!response.ok) throw new Error(`The style answered ${response.status}.`);
  const style = (await response.json()) as StyleSpecification;
  if (typeof style.sources !== "object" || !Array.isArray(style.layers)) throw new Error("That is no style.");
  return style;
}

/** Whether a style has anything to draw that comes in tiles. */
const needsTiles = ({ sources }: StyleSpecification) =>
  Object.values(sources).some(({ type }) => type === "vector" || type === "raster");

/**
 * Lays the background of a style below what the map shows already. When the style cannot be loaded or drawn, or when
 * not one of its tiles comes, the map goes back to the plain ground and `onFailure` is called, once.
 */
export async function layBackground(
  map: MapLibreMap,
  url: string,
  content: () => MapContent,
  isClustered: boolean,
  onFailure: () => void,
): Promise<void> {
  let state: "loading" | "laying" | "laid" | "over" = "loading";
  let hasTile = false;
  let watch = 0;
  const end = () => {
    state = "over";
    clearInterval(watch);
  };
  const giveUp = () => {
    if (state === "over") return;
    end();
    // Not before the style that fails has told all that is wrong with it.
    queueMicrotask(() => {
      map.setStyle(plainStyle(content(), isClustered), { diff: false });
      onFailure();
    });
  };
  map.on("remove", end);
  try {
    const style = await loadStyle(url);
    if (isOver(state)) return;
    map.on("style.load", () => {
      if (state !== "laying") return;
      state = "laid";
      if (!needsTiles(style)) return;
      // Nothing is told of tiles that are missing, so the map is asked.
      const deadline = performance.now() + TIMEOUT_MS;
      watch = window.setInterval(() => {
        if (hasTile) clearInterval(watch);
        else if (map.loaded() || performance.now() > deadline) giveUp();
      }, CHECK_MS);
    });
    map.on("sourcedata", ({ tile, source }) => {
      if (source?.type !== "geojson" && (tile as { state?: string } | undefined)?.state === "loaded") hasTile = true;
    });
    map.on("error", () => {
      if (state === "laying") giveUp();
    });
    state = "laying";
    map.setStyle(style, { diff: false, transformStyle: withOwnParts(content(), isClustered) });
  } catch {
    giveUp();
  }
}

/** A function, because the state changes while the style is waited for. */
const isOver = (state: string) => state === "over";
