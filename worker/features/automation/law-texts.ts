import type { LawText } from "./law-text.ts";
import { HOME_LAW } from "./law-texts-home.ts";
import { RENT_LAW } from "./law-texts-rent.ts";

/** Rules of the Residential Tenancies Act, 2006, and of what goes with it. */
export const LAW_TEXTS: readonly LawText[] = [...RENT_LAW, ...HOME_LAW];
