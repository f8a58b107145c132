import { howMany, type Picture, type PictureKind } from "./draw-photos.ts";
import type { DemoUnit } from "./units/unit.ts";

/** What the photos of a unit show, first the one on its card. */
function kindsFor({ home }: DemoUnit, position: number): PictureKind[] {
  const isHigh = home.building === "tower";
  const living: PictureKind = isHigh ? "livingHigh" : "livingLow";
  const bedroom: PictureKind = isHigh ? "bedroomHigh" : "bedroomLow";
  if (home.bedrooms === "Private Room") return ["room", "kitchen", "bathroom", home.building, living];
  const last: PictureKind = isHigh ? "balcony" : "dining";
  if (home.bedrooms === "Studio") return ["studio", "kitchen", "bathroom", home.building, last];
  // Some landlords show the house first, some the table.
  const houseFirst = position % 3 === 1;
  const tableFirst = !isHigh && position % 4 === 0;
  const [first, second] = houseFirst ? [home.building, living] : [tableFirst ? last : living, home.building];
  if (tableFirst && !houseFirst) return [first, living, "kitchen", bedroom, second];
  return position % 2 ? [first, "kitchen", bedroom, second, last] : [first, bedroom, "kitchen", "bathroom", second];
}

/**
 * Deals pictures to units so that they repeat as late as possible; the first photos of all units are dealt before
 * the others, because they stand side by side on the home page.
 */
export function dealPhotos(units: readonly DemoUnit[]): Picture[][] {
  const dealt = new Map<PictureKind, number>();
  const next = (kind: PictureKind): Picture => {
    const turn = dealt.get(kind) ?? 0;
    dealt.set(kind, turn + 1);
    return { kind, number: turn % howMany(kind) };
  };
  const wanted = units.map((unit, position) => kindsFor(unit, position).slice(0, unit.stage.photos));
  const firsts = wanted.map(([kind]) => (kind ? [next(kind)] : []));
  return wanted.map((kinds, position) => [...(firsts[position] ?? []), ...kinds.slice(1).map(next)]);
}
