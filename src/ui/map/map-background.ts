import font from "@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url";
import type { Map as MapLibreMap, StyleSpecification } from "maplibre-gl";
import { CURRENT_TILES_PATH, type MapTiles, tilesPath } from "../../../worker/contracts/map-tiles.ts";
import { isDarkTheme } from "./map-ground-layers.ts";
import { plainStyle, repaint, withOwnParts } from "./map-layers.ts";
import type { MapContent } from "./map-types.ts";

/** Timeout for the style and for its first tile. */
const TIMEOUT_MS = 10_000;
/** Interval of the check for a first tile. */
const CHECK_MS = 1_000;

async function read<Body>(url: string, referrerPolicy: ReferrerPolicy): Promise<Body> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), referrerPolicy });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return (await response.json()) as Body;
}

async function loadStyle(url: string): Promise<StyleSpecification> {
  const style = await read<StyleSpecification>(url, "origin");
  if (typeof style.sources !== "object" || !Array.isArray(style.layers)) throw new Error("That is no style.");
  return style;
}

/** The licence of the data asks for this link (openstreetmap.org/copyright). */
const OPENSTREETMAP = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>';

/** Our own tiles in the theme of the moment. */
async function ownStyle(tiles: MapTiles): Promise<StyleSpecification> {
  const { default: layers } = await import("virtual:basemap");
  const attribution = document.createElement("span");
  attribution.textContent = tiles.attribution === "" ? "" : `, ${tiles.attribution}`;
  return {
    version: 8,
    "font-faces": { "Noto Sans": [{ url: new URL(font, location.href).href }] },
    sources: {
      basemap: {
        type: "vector",
        tiles: [location.origin + tilesPath(tiles.version)],
        bounds: tiles.bounds,
        minzoom: tiles.minZoom,
        maxzoom: tiles.maxZoom,
        attribution: OPENSTREETMAP + attribution.innerHTML,
      },
    },
    layers: layers[isDarkTheme() ? "dark" : "light"],
  };
}

const needsTiles = ({ sources }: StyleSpecification) =>
  Object.values(sources).some(({ type }) => type === "vector" || type === "raster");

interface BackgroundOptions {
  /** The operator's style; null for the imported map. */
  styleUrl: string | null;
  content: () => MapContent;
  isClustered: boolean;
  /** Called once when the background cannot be shown. */
  onFailure(): void;
}

/**
 * Replaces the plain ground by a background, if there is one. If it cannot be loaded or drawn, or none of its tiles
 * loads, the map returns to the plain ground.
 * @returns what applies the page's current theme
 */
export function layBackground(map: MapLibreMap, options: BackgroundOptions): () => void {
  const { styleUrl, content, isClustered, onFailure } = options;
  let state: "loading" | "laying" | "laid" | "over" = "loading";
  let hasTile = false;
  let watch = 0;
  let tiles: MapTiles | null = null;
  const end = () => {
    state = "over";
    clearInterval(watch);
  };
  const giveUp = () => {
    if (state === "over") return;
    end();
    // After the failing style has emitted all its errors.
    queueMicrotask(() => {
      map.setStyle(plainStyle(content(), isClustered), { diff: false });
      onFailure();
    });
  };
  const load = async () => {
    if (styleUrl !== null) return loadStyle(styleUrl);
    tiles = await read<MapTiles | null>(CURRENT_TILES_PATH, "same-origin");
    return tiles && ownStyle(tiles);
  };
  const lay = async () => {
    const style = await load();
    if (isOver(state)) return;
    if (style === null) return end();
    map.on("style.load", () => {
      if (state !== "laying") return;
      state = "laid";
      if (!needsTiles(style)) return;
      // MapLibre emits no event for missing tiles, so the map is polled.
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
    map.setStyle(style, { diff: false, transformStyle: withOwnParts(content(), isClustered, styleUrl === null) });
  };
  const repaintTiles = async (imported: MapTiles) => {
    const style = await ownStyle(imported);
    if (state === "laid") map.setStyle(style, { transformStyle: withOwnParts(content(), isClustered, true) });
  };
  map.on("remove", end);
  lay().catch(giveUp);

  return () => {
    if (state !== "laid" || tiles === null) return repaint(map);
    void repaintTiles(tiles);
  };
}

/** A function, because TypeScript would narrow the state across `await`. */
const isOver = (state: string) => state === "over";
