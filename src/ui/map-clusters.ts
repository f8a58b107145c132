import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { POINTS } from "./map-layers.ts";
import type { DrawnMarker } from "./map-markers.ts";
import type { MapMarker, MapSettings } from "./map-types.ts";

/** Height of a marker with its gap: markers at one place stand below each other. */
const ROW_PX = 34;

/** Where each marker stands when several share one place, such as units of one building. */
export function columnOffsets(markers: readonly MapMarker[]): Map<string, [number, number]> {
  const columns = Map.groupBy(markers, ({ latitude, longitude }) => `${latitude.toFixed(5)} ${longitude.toFixed(5)}`);
  return new Map(
    [...columns.values()]
      .filter((column) => column.length > 1)
      .flatMap((column) =>
        column.map(({ id }, row) => [id, [0, (row - (column.length - 1) / 2) * ROW_PX]] as [string, [number, number]]),
      ),
  );
}

async function zoomInto(map: MapLibreMap, clusterId: number, center: [number, number]): Promise<void> {
  const zoom = await map.getSource<GeoJSONSource>(POINTS)?.getClusterExpansionZoom(clusterId);
  if (zoom !== undefined) map.easeTo({ center, zoom });
}

/**
 * What is to be drawn of the points in view: clusters, and the markers that stand alone. Null while the points are being
 * clustered.
 */
export function drawnClusters(
  map: MapLibreMap,
  { clusterLabel }: Pick<MapSettings, "clusterLabel">,
  singleOf: (id: string) => DrawnMarker | undefined,
): DrawnMarker[] | null {
  if (!map.getSource(POINTS) || !map.isSourceLoaded(POINTS)) return null;
  const drawn = new Map<string, DrawnMarker>();
  // A tile holds the points just outside of it too, so the same one may come from several.
  for (const { properties, geometry } of map.querySourceFeatures(POINTS)) {
    if (geometry.type !== "Point") continue;
    const at = geometry.coordinates as [number, number];
    if (properties["cluster"] === true) {
      const clusterId = Number(properties["cluster_id"]);
      const count = Number(properties["point_count"]);
      drawn.set(`cluster ${clusterId}`, {
        key: `cluster ${clusterId}`,
        at,
        kind: "cluster",
        label: clusterLabel(count),
        text: String(count),
        onClick: () => void zoomInto(map, clusterId, at),
      });
    } else {
      const single = singleOf(String(properties["id"]));
      if (single) drawn.set(single.key, single);
    }
  }
  return [...drawn.values()];
}
