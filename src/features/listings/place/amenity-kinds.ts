import { Baby, GraduationCap, type LucideIcon, ShoppingCart, Stethoscope, Trees } from "lucide-react";
import type { Amenities } from "../../../../worker/contracts/listings.ts";
import type { NearbyOnMap } from "../../../../worker/contracts/places.ts";

export interface AmenityKind {
  key: keyof Amenities;
  onMap: NearbyOnMap["kind"];
  name: string;
  source: string;
  icon: LucideIcon;
}

const CITY = "City of Toronto";
const OSM = "OpenStreetMap";

/** What a family looks for around a place, in the order of the list; the map has the same pictures. */
export const AMENITY_KINDS: readonly AmenityKind[] = [
  { key: "schools", onMap: "school", name: "Schools", source: CITY, icon: GraduationCap },
  { key: "daycares", onMap: "daycare", name: "Daycares", source: CITY, icon: Baby },
  { key: "groceryStores", onMap: "grocery", name: "Grocery stores", source: OSM, icon: ShoppingCart },
  { key: "medicalFacilities", onMap: "medical", name: "Medical facilities", source: OSM, icon: Stethoscope },
  { key: "parks", onMap: "park", name: "Parks", source: OSM, icon: Trees },
];
