import { DOWNTOWN } from "./downtown.ts";
import { EAST_END } from "./east-end.ts";
import { NORTH } from "./north-york.ts";
import { EAST_AND_WEST } from "./scarborough-etobicoke.ts";
import type { DemoUnit } from "./unit.ts";
import { WEST_END } from "./west-end.ts";

const WRITTEN: readonly DemoUnit[] = [...DOWNTOWN, ...WEST_END, ...EAST_END, ...NORTH, ...EAST_AND_WEST];

/** Where a type's units stand between 0 (newest) and 1: evenly spread, private rooms towards the end of each stretch. */
function position(unit: DemoUnit, alike: readonly DemoUnit[]): number {
  return (alike.indexOf(unit) + (unit.home.bedrooms === "Private Room" ? 0.95 : 0.5)) / alike.length;
}

/** Deals the approval dates among the approved units, so that the newest page shows every type. */
function mixed(units: readonly DemoUnit[]): DemoUnit[] {
  const approved = units.filter(({ stage }) => stage.state === undefined);
  const days = approved.map(({ stage }) => stage.daysAgo).toSorted((a, b) => a - b);
  const places = new Map(
    approved.map((unit) => [
      unit,
      position(
        unit,
        approved.filter(({ home }) => home.bedrooms === unit.home.bedrooms),
      ),
    ]),
  );
  const order = approved.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return units.map((unit) => {
    const daysAgo = days[order.indexOf(unit)];
    return daysAgo === undefined ? unit : { ...unit, stage: { ...unit.stage, daysAgo } };
  });
}

/** Every demo unit. */
export const UNITS: readonly DemoUnit[] = mixed(WRITTEN);
