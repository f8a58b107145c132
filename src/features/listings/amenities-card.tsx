import { Baby, GraduationCap, type LucideIcon, ShoppingCart, Stethoscope, Trees } from "lucide-react";
import type { Amenities } from "../../../worker/contracts/listings.ts";
import { formatKilometres } from "../../lib/format.ts";
import { parseAmenities } from "./amenities.ts";

/** The radii are those that the places were looked for in (spec.md 9); parks have none. */
const KINDS: readonly { key: keyof Amenities; name: string; within: string; icon: LucideIcon; inKilometres?: true }[] =
  [
    { key: "schools", name: "Schools", within: "within 600 m", icon: GraduationCap },
    { key: "daycares", name: "Daycares", within: "within 800 m", icon: Baby },
    { key: "groceryStores", name: "Grocery stores", within: "within 500 m", icon: ShoppingCart },
    { key: "medicalFacilities", name: "Medical facilities", within: "within 400 m", icon: Stethoscope },
    { key: "parks", name: "Parks", within: "nearest", icon: Trees, inKilometres: true },
  ];

/** What a family looks for around a place; nothing where the surroundings are not known. */
export function AmenitiesCard({ amenities: json }: { amenities: string | null }) {
  const amenities = parseAmenities(json);
  if (amenities === null) return null;
  return (
    <section aria-labelledby="listing-amenities" className="rounded-card border border-line bg-surface p-5">
      <h2 id="listing-amenities" className="mb-4 text-lg font-bold">
        Family-Friendly Amenities
      </h2>
      <div className="grid gap-5 sm:grid-cols-2">
        {KINDS.map(({ key, name, within, icon: Icon, inKilometres }) => (
          <div key={key}>
            <h3 className="mb-1 flex items-center gap-2 text-sm font-bold">
              <Icon aria-hidden="true" className="size-4 text-accent" />
              {name} <span className="font-normal text-ink-muted">({within})</span>
            </h3>
            {amenities[key].length === 0 ? (
              <p className="text-sm text-ink-muted">None listed nearby</p>
            ) : (
              <ul className="text-sm">
                {amenities[key].map((place) => (
                  <li key={`${place.name} ${place.distance}`} className="flex justify-between gap-3 py-0.5">
                    <span className="min-w-0">{place.name}</span>
                    <span className="shrink-0 text-ink-muted tabular-nums">
                      {inKilometres ? formatKilometres(place.distance) : `${Math.round(place.distance)} m`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </div>
      <p className="mt-4 text-xs text-ink-muted">Straight-line distances, from open data that may be incomplete.</p>
    </section>
  );
}
