import { type Flavor, layers, namedFlavor } from "@protomaps/basemaps";
import type { LayerSpecification } from "maplibre-gl";
import type { Plugin } from "vite";

/** The id of the module; src/ui/map/basemap.d.ts declares it. */
const MODULE = "virtual:basemap";
/** Name of the tile source that all layers of the style use. */
const SOURCE = "basemap";
/** The font of all labels, which src/ui/map/map-engine.ts loads. */
const FONT = "Noto Sans";

interface Palette {
  water: string;
  land: string;
  /** Colour of parks, woods and cemeteries. */
  park: string;
  /** Colour of campuses, hospitals, industrial areas and airports. */
  grounds: string;
  building: string;
  road: string;
  highway: string;
  /** Colour of the edges of roads. */
  casing: string;
  rail: string;
  label: string;
  /** Colour of the names of neighbourhoods, which are less prominent than pins. */
  quietLabel: string;
  waterLabel: string;
  halo: string;
}

/**
 * Colours of the map. Colours that src/app/theme.css also defines have the same values here. The others lie between
 * them, so that pins stand out most.
 */
const PALETTES: Record<"light" | "dark", Palette> = {
  light: {
    water: "#b4d5e4",
    land: "#f1eadd",
    park: "#dbe5cd",
    grounds: "#eae2d4",
    building: "#e6ddcd",
    road: "#fffefb",
    highway: "#fbf0d6",
    casing: "#d9cfbd",
    rail: "#b3a997",
    label: "#615a50",
    quietLabel: "#6f675c",
    waterLabel: "#0f5a6d",
    halo: "#fffefb",
  },
  dark: {
    water: "#12303f",
    land: "#1c1917",
    park: "#1f281d",
    grounds: "#211d1a",
    building: "#26211d",
    road: "#3a342e",
    highway: "#4d4335",
    casing: "#131110",
    rail: "#5a5249",
    label: "#b9b0a4",
    quietLabel: "#a0978b",
    waterLabel: "#7fcbdc",
    halo: "#131110",
  },
};

/** Maps the colour names of Protomaps' flavor to roles in the palette. The first matching pattern applies. */
const ROLES: readonly [name: RegExp, of: keyof Palette][] = [
  [/_halo$/, "halo"],
  [/^ocean_label$/, "waterLabel"],
  [/^subplace_label$|_label_minor$/, "quietLabel"],
  [/label/, "label"],
  [/casing/, "casing"],
  [/highway/, "highway"],
  [/^(?:tunnel|bridges)_|^(?:minor|major|link|other|pier)/, "road"],
  [/^railway$|^boundaries$/, "rail"],
  [/^water$/, "water"],
  [/^(?:park|wood|scrub|zoo)/, "park"],
  [/^buildings$/, "building"],
  [/^(?:earth|background)$/, "land"],
];

function flavorOf(theme: keyof typeof PALETTES): Flavor {
  const colours = PALETTES[theme];
  // Icons of places and the worldwide land cover are not drawn.
  const { pois: _pois, landcover: _landcover, ...flavor } = namedFlavor(theme);
  const roleOf = (name: string) => ROLES.find(([pattern]) => pattern.test(name))?.[1] ?? "grounds";
  return Object.fromEntries(Object.keys(flavor).map((name) => [name, colours[roleOf(name)]])) as unknown as Flavor;
}

/** Layers that need icons, or that only a world map has. */
const LEFT_OUT = /^(?:pois|roads_oneway|roads_shields|address_label|places_country|places_region|landcover)$/;

/** Names of small streets from zoom 14 on; Protomaps draws them only from zoom 15 on. */
const SMALL_STREETS = { id: "roads_labels_minor", minzoom: 14 };
/**
 * Names of main streets. Compared with Protomaps' style, they are repeated more often, drawn around sharper bends, and
 * placed closer to other names.
 */
const MAIN_STREETS = {
  id: "roads_labels_major",
  layout: { "symbol-spacing": 160, "text-size": 13, "text-max-angle": 60, "text-padding": 1 },
};

/** Expression for a place's English name, or else its local name. */
const NAME = ["coalesce", ["get", "name:en"], ["get", "name"]];
/**
 * Removes the direction from a street's label: "Bloor Street" for "Bloor Street West". The shorter label also fits
 * short segments.
 */
const STREET = [
  "let",
  "name",
  ["coalesce", ["get", "name:en"], ["get", "name"], ""],
  [
    "case",
    ["in", ["slice", ["var", "name"], -5], ["literal", [" East", " West"]]],
    ["slice", ["var", "name"], 0, -5],
    ["var", "name"],
  ],
];

/**
 * Returns Protomaps' layers for a theme: without icons, with one font, and with names in English or the local language.
 */
export function basemapLayers(theme: keyof typeof PALETTES): LayerSpecification[] {
  return layers(SOURCE, flavorOf(theme), { lang: "en" }).flatMap((layer): LayerSpecification[] => {
    if (LEFT_OUT.test(layer.id)) return [];
    if (layer.type !== "symbol") return [layer];
    const kept = Object.entries(layer.layout ?? {}).filter(([name]) => !name.startsWith("icon-"));
    const text = { "text-field": layer.id.startsWith("roads_") ? STREET : NAME, "text-font": [FONT] };
    const from = layer.id === SMALL_STREETS.id ? SMALL_STREETS : {};
    const layout = { ...Object.fromEntries(kept), ...text, ...(layer.id === MAIN_STREETS.id && MAIN_STREETS.layout) };
    return [{ ...layer, ...from, layout } as LayerSpecification];
  });
}

/** Vite plugin that provides the layers of both themes as a module, so that browsers load no code to generate them. */
export function basemap(): Plugin {
  return {
    name: "basemap",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const text = JSON.stringify({ light: basemapLayers("light"), dark: basemapLayers("dark") });
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}
