import type { AttributeFilter } from "../../contracts/attributes.ts";
import { AMENITY_RADII_M } from "../../contracts/places.ts";
import { basis, counted, ENOUGH, type Facts, listLink, longDay, longMonth, signedFigures, type Unit } from "./facts.ts";
import { fromListings, type ThreadKind, wordings } from "./kinds.ts";

interface Feature {
  name: string;
  /** "that allow pets" */
  that: string;
  holds: (unit: Unit) => boolean;
  filter: AttributeFilter;
  note: string;
  asks: readonly string[];
}

/** How many listings say that they have something; those that say nothing are not counted. */
const feature = ({ name, that, holds, filter, note, asks }: Feature) =>
  fromListings(`with.${name}`, (facts) => {
    const count = facts.units.filter(holds).length;
    if (count < ENOUGH) return [];
    const day = longDay(facts.day);
    const link = listLink(facts, { attributes: [filter] });
    return wordings(
      [`Listings ${that} (${day})`, `${counted(count)} ${that} (${day})`],
      [
        `${counted(count)} out of ${basis(facts)} ${count === 1 ? "is" : "are"} among those ${that}. ${note}\n\n${link}`,
        `Going by what landlords state, ${counted(count)} of ${basis(facts)} are ones ${that}. ${note}\n\n${link}`,
      ],
      asks,
      signedFigures(facts),
    );
  });

const UNSAID = "Listings that say nothing about it are not counted.";
const FEATURES: readonly Feature[] = [
  {
    name: "pets",
    that: "that welcome pets",
    holds: ({ hasPetsAllowed }) => hasPetsAllowed,
    filter: "pets",
    note: UNSAID,
    asks: ["How did you find a place with your pet?", "What do landlords ask you about your animal?"],
  },
  {
    name: "parking",
    that: "with parking in the rent",
    holds: ({ hasParking }) => hasParking,
    filter: "parking",
    note: `Parking for an extra fee is not counted. ${UNSAID}`,
    asks: ["Do you need a car where you live?", "What does parking cost in your building?"],
  },
  {
    name: "laundry",
    that: "with laundry in the unit",
    holds: ({ hasLaundry }) => hasLaundry,
    filter: "laundry",
    note: `Laundry rooms of a building are not counted. ${UNSAID}`,
    asks: ["Is laundry in the unit worth a higher rent to you?", "What does a load cost in your building?"],
  },
  {
    name: "utilities",
    that: "with utilities in the rent",
    holds: ({ hasUtilities }) => hasUtilities,
    filter: "utilities",
    note: `Ask which ones: heat, water and hydro are billed apart in many buildings. ${UNSAID}`,
    asks: ["What do you pay for hydro in a winter month?", "Which bill surprised you after moving in?"],
  },
  {
    name: "furnished",
    that: "that come furnished",
    holds: ({ isFurnished }) => isFurnished,
    filter: "furnished",
    note: `Write down the furniture and its state on the first day. ${UNSAID}`,
    asks: ["Would you rent furnished, and what for?", "Did you bring your own bed anyway?"],
  },
  {
    name: "short-lease",
    that: "with a short lease, up to six months",
    holds: ({ hasShortLease }) => hasShortLease,
    filter: "short-lease",
    note: UNSAID,
    asks: ["What do you need a short lease for?", "Where did you look for something for a few months?"],
  },
];

interface Nearby {
  name: string;
  key: string;
  what: string;
  metres: number;
  asks: readonly string[];
}

/** How many listings have a kind of place nearby, as far as open data tell. */
const nearby = ({ name, key, what, metres, asks }: Nearby) =>
  fromListings(`near.${name}`, (facts) => {
    const count = facts.units.filter((unit) => unit.nearby.has(key)).length;
    if (count < ENOUGH) return [];
    const day = longDay(facts.day);
    return wordings(
      [`Listings with ${what} within ${metres} m (${day})`, `Close to ${what}: ${counted(count)} (${day})`],
      [
        `${counted(count)} out of ${basis(facts)} ${count === 1 ? "has" : "have"} ${what} within ${metres} m in a straight line, as far as open data of the City and OpenStreetMap tell. Each listing's page names them.\n\n${facts.siteUrl}/`,
        `Within ${metres} m, in a straight line, open data know ${what} for ${counted(count)} out of ${basis(facts)}. The pages of the listings say which.\n\n${facts.siteUrl}/`,
      ],
      asks,
      signedFigures(facts),
    );
  });

const NEARBY: readonly Nearby[] = [
  {
    name: "groceries",
    key: "groceryStores",
    what: "a grocery store",
    metres: AMENITY_RADII_M.groceryStores,
    asks: ["How far do you carry your groceries?", "Which store would you want around the corner?"],
  },
  {
    name: "schools",
    key: "schools",
    what: "a school",
    metres: AMENITY_RADII_M.schools,
    asks: ["Did a school decide where you live?", "How do you check a school's area before you sign?"],
  },
  {
    name: "daycares",
    key: "daycares",
    what: "a daycare",
    metres: AMENITY_RADII_M.daycares,
    asks: ["How long did you wait for a daycare place?", "Would you move for a daycare place?"],
  },
  {
    name: "medical",
    key: "medicalFacilities",
    what: "a medical facility",
    metres: AMENITY_RADII_M.medicalFacilities,
    asks: ["Did you find a family doctor near your place?", "How far is your clinic?"],
  },
];

const controlled = fromListings("controlled.count", (facts) => {
  const count = facts.units.filter(({ isControlled }) => isControlled).length;
  if (count < ENOUGH) return [];
  const day = longDay(facts.day);
  const link = listLink(facts, { controlled: true });
  return wordings(
    [
      `Listings with the rent control badge: ${count} (${day})`,
      `How many listings carry the rent control badge (${day})`,
    ],
    [
      `${counted(count)} out of ${basis(facts)} ${count === 1 ? "is" : "are"} in a registered building from before 2018. That says nothing about the others: some of them may be covered too.\n\n${link}`,
      `The badge goes to units in registered buildings from before 2018: ${counted(count)} out of ${basis(facts)}. A unit without the badge may be covered all the same.\n\n${link}`,
    ],
    ["Did you ask when your unit was first lived in?", "How has your rent moved since you signed?"],
    signedFigures(facts),
  );
});

/** Months of move-in dates, soonest first, from the month of a day on. */
function moveIns({ units, day }: Facts) {
  const months = new Map<string, number>();
  for (const { moveInDate } of units) {
    const month = moveInDate.slice(0, 7);
    if (moveInDate >= day) months.set(month, (months.get(month) ?? 0) + 1);
  }
  return [...months].toSorted(([a], [b]) => a.localeCompare(b)).slice(0, 4);
}

const moveInMonths = fromListings("move-in.months", (facts) => {
  const months = moveIns(facts);
  if (months.reduce((sum, [, count]) => sum + count, 0) < ENOUGH) return [];
  const day = longDay(facts.day);
  const rows = months.map(([month, count]) => `- ${longMonth(month)}: ${counted(count)}`).join("\n");
  return wordings(
    [`When the listed units become free (${day})`, `Move-in dates of what is listed (${day})`],
    [
      `Listings with a move-in date still ahead, by month:\n${rows}\n\nUnits that are free already are not counted here.`,
      `These are the next months in which listed units become free:\n${rows}\n\nWhat is free today is not counted.`,
    ],
    ["How early did you start looking?", "When do you have to move, and is it early enough?"],
    signedFigures(facts),
  );
});

/** What listings have, and what is near them. */
export const FEATURE_KINDS: readonly ThreadKind[] = [
  ...FEATURES.map(feature),
  ...NEARBY.map(nearby),
  controlled,
  moveInMonths,
];
