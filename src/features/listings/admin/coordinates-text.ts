import { GTA_BOUNDS, isWithin } from "../../../../worker/contracts/places.ts";
import type { PinDrop } from "../../../../worker/contracts/places.schemas.ts";

type Place = Pick<PinDrop, "latitude" | "longitude">;

const PAIR = /^\(?\s*(-?\d{1,3}(?:\.\d+)?)\s*(?:°\s*)?(?:[,;]\s*|(?<=\s))(-?\d{1,3}(?:\.\d+)?)\s*(?:°\s*)?\)?$/;

/** Latitude and longitude as a map gives them to copy ("43.65, -79.38"); null for another text. */
export function parseCoordinates(text: string): Place | null {
  const [, latitude, longitude] = PAIR.exec(text.trim()) ?? [];
  return latitude === undefined || longitude === undefined
    ? null
    : { latitude: Number(latitude), longitude: Number(longitude) };
}

/**
 * The same as a text: `43.65320, -79.38320`; empty where there are none.
 * @param decimals five are about a metre
 */
export function coordinatesText(
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  decimals = 5,
): string {
  return latitude === null || longitude === null ? "" : `${latitude.toFixed(decimals)}, ${longitude.toFixed(decimals)}`;
}

/** A place near Toronto of which the longitude was given first; null for what is in order, or far away either way. */
export function swappedPlace({ latitude, longitude }: Place): Place | null {
  const swapped = { latitude: longitude, longitude: latitude };
  return isWithin(swapped, GTA_BOUNDS) ? swapped : null;
}
