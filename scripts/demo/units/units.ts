import { DOWNTOWN } from "./downtown.ts";
import { EAST_END } from "./east-end.ts";
import { NORTH } from "./north-york.ts";
import { EAST_AND_WEST } from "./scarborough-etobicoke.ts";
import type { DemoUnit } from "./unit.ts";
import { WEST_END } from "./west-end.ts";

/** Every demo unit. */
export const UNITS: readonly DemoUnit[] = [...DOWNTOWN, ...WEST_END, ...EAST_END, ...NORTH, ...EAST_AND_WEST];
