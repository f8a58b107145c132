import { cellOf } from "../../worker/platform/grid.ts";
import type { NearbyKind } from "../../worker/features/places/places.table.ts";
import {
  type Cell,
  PLACE_COLUMNS,
  placeOf,
  tidy,
  CITY,
  type CsvSet,
  type DatasetName,
  OPEN_STREET_MAP,
  type Reading,
} from "./csv-set.ts";
import { NEARBY_PLACES } from "./statements.ts";

interface PlaceSet {
  dataset: DatasetName;
  source: string;
  kinds: readonly NearbyKind[];
  /** The kind of a row, or why it is rejected. */
  kindOf: (cell: Cell) => NearbyKind | { refused: string };
  /** Columns that identify a place. */
  needs: readonly string[];
}

function readPlace(kind: NearbyKind | { refused: string }, cell: Cell): Reading {
  if (typeof kind !== "string") return kind;
  const name = tidy(cell("name"));
  if (name === "") return { refused: "blank name" };
  const place = placeOf(cell);
  if ("refused" in place) return place;
  const { latitude, longitude } = place;
  // Parks have no id, and some share a name.
  const sourceId = tidy(cell("id")) || `${name} ${latitude.toFixed(5)},${longitude.toFixed(5)}`;
  const { row, column } = cellOf(place);
  return { key: `${kind}|${sourceId}`, values: [kind, sourceId, name, latitude, longitude, row, column] };
}

function placeSet({ dataset, source, kinds, kindOf, needs }: PlaceSet): CsvSet {
  return {
    dataset,
    source,
    columns: {
      ...PLACE_COLUMNS,
      id: ["id", "osm_id", "loc_id", "geo_id", "objectid", "_id"],
      name: ["name", "loc_name"],
      category: ["category"],
    },
    needs,
    placeAt: 3,
    table: NEARBY_PLACES,
    scope: `kind IN (${kinds.map((kind) => `'${kind}'`).join(",")})`,
    read: (cell) => readPlace(kindOf(cell), cell),
  };
}

/** Unknown OpenStreetMap categories are rejected, so that a wrong query is noticed. */
function groceryKind(cell: Cell): NearbyKind | { refused: string } {
  const category = cell("category").toLowerCase();
  if (category === "supermarket" || category === "convenience" || category === "marketplace") return category;
  return { refused: `category is not supermarket, convenience or marketplace: "${tidy(category).slice(0, 40)}"` };
}

export const SCHOOLS = placeSet({
  dataset: "schools",
  source: CITY,
  kinds: ["school"],
  kindOf: () => "school",
  needs: ["id", "name"],
});

export const DAYCARES = placeSet({
  dataset: "daycares",
  source: CITY,
  kinds: ["daycare"],
  kindOf: () => "daycare",
  needs: ["id", "name"],
});

export const GROCERY = placeSet({
  dataset: "grocery",
  source: OPEN_STREET_MAP,
  kinds: ["supermarket", "convenience", "marketplace"],
  kindOf: groceryKind,
  needs: ["id", "name", "category"],
});

export const MEDICAL = placeSet({
  dataset: "medical",
  source: OPEN_STREET_MAP,
  kinds: ["medical"],
  kindOf: () => "medical",
  needs: ["id", "name"],
});

export const PARKS = placeSet({
  dataset: "parks",
  source: OPEN_STREET_MAP,
  kinds: ["park"],
  kindOf: () => "park",
  needs: ["name"],
});
