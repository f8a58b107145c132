/** The layers of the maps' own style, made by scripts/basemap.ts. */
declare module "virtual:basemap" {
  import type { LayerSpecification } from "maplibre-gl";

  const layers: Record<"light" | "dark", LayerSpecification[]>;
  export default layers;
}
