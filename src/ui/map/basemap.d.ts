/** The layers of our own map style, which scripts/basemap.ts generates. */
declare module "virtual:basemap" {
  import type { LayerSpecification } from "maplibre-gl";

  const layers: Record<"light" | "dark", LayerSpecification[]>;
  export default layers;
}
