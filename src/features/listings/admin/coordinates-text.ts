import { GTA_BOUNDS, isWithin, type PinDrop } from "../../../../worker/contracts/places.ts";

type Place = Pick<PinDrop, "latitude" | "longitude">;

const PAIR = /^\(?\s*(-?\d{1,3}(?:\.\d+)?)\s*(?:°\s*)?(?:[,;]\s*|(?<=\s))(-?\d{1,3}(?:\.\d+)?)\s*(?:°\s*)?\)?$/;

/** Parses coordinates as copied from a map ("43.65, -79.38"); null for other text. */
export function parseCoordinates(text: string): Place | null {
  const [, latitude, longitude] = PAIR.exec(text.trim()) ?? [];
  return latitude === undefined || longitude === undefined
    ? null
    : { latitude: Number(latitude), longitude: Number(longitude) };
}

/**
 * Returns `43.65320, -79.38320`, or an empty text without a location.
 * @param decimals five decimals are accurate to about a metre
 */
export function coordinatesText(
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  decimals = 5,
): string {
  return latitude === null || longitude === null ? "" : `${latitude.toFixed(decimals)}, ${longitude.toFixed(decimals)}`;
}

/** Returns the location with latitude and longitude swapped if that puts it near Toronto; null otherwise. */
export function swapCoordinates({ latitude, longitude }: Place): Place | null {
  const swapped = { latitude: longitude, longitude: latitude };
  return isWithin(swapped, GTA_BOUNDS) ? swapped : null;
}
