import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { isBelowMarket } from "../../contracts/market.ts";
import {
  counted,
  ENOUGH,
  ENOUGH_AT_A_PLACE,
  type Facts,
  grouped,
  listLink,
  longDay,
  NEAR_A_STATION,
  provenDiscount,
  signedFigures,
  type Unit,
} from "./facts.ts";
import { fromListings, type ThreadKind, wordings } from "./kinds.ts";

const SHOWN = 5;
const newOnes = ({ units }: Facts) => units.filter(({ isNew }) => isNew);
const lines = (groups: readonly { name: string; units: readonly Unit[] }[]) =>
  groups
    .slice(0, SHOWN)
    .map(({ name, units }) => `- ${name}: ${counted(units.length)}`)
    .join("\n");
const ASKS = [
  "Which of these would you look at first, and why?",
  "Are you searching there right now? Say what you are finding.",
  "Does this match what you see elsewhere?",
];

const byNeighbourhood = fromListings("week.neighbourhoods", (facts) => {
  const groups = grouped(newOnes(facts), ({ neighbourhood }) => neighbourhood);
  const count = groups.reduce((sum, { units }) => sum + units.length, 0);
  if (count < ENOUGH || groups.length < 2) return [];
  const day = longDay(facts.day);
  return wordings(
    [`New listings by neighbourhood, week to ${day}`, `Where this week's new listings are (${day})`],
    [
      `${counted(count, "new listing")} of the last seven days with a known neighbourhood:\n${lines(groups)}\n\nAll of them: ${facts.siteUrl}/`,
      `In the last seven days ${counted(count, "listing")} with a known neighbourhood came up. Most of them are here:\n${lines(groups)}\n\nThe list: ${facts.siteUrl}/`,
    ],
    ASKS,
    signedFigures(facts),
  );
});

const byStation = fromListings("week.stations", (facts) => {
  const groups = grouped(newOnes(facts), ({ station }) => station);
  const count = groups.reduce((sum, { units }) => sum + units.length, 0);
  if (count < ENOUGH || groups.length < 2) return [];
  const day = longDay(facts.day);
  return wordings(
    [`New listings by subway station, week to ${day}`, `This week's new listings by their closest station (${day})`],
    [
      `The closest stations of ${counted(count, "new listing")} of the last seven days that have one ${NEAR_A_STATION}:\n${lines(groups)}`,
      `${counted(count, "listing")} came up in the last seven days with a station ${NEAR_A_STATION}. By the closest one:\n${lines(groups)}`,
    ],
    ASKS,
    signedFigures(facts),
  );
});

const byType = fromListings("week.types", (facts) => {
  const found = newOnes(facts);
  if (found.length < ENOUGH) return [];
  const day = longDay(facts.day);
  const types = BEDROOMS.map((name) => ({ name, units: found.filter(({ bedrooms }) => bedrooms === name) }));
  const text = types
    .filter(({ units }) => units.length > 0)
    .map(({ name, units }) => `- ${name}: ${counted(units.length)}`)
    .join("\n");
  return wordings(
    [`What was listed this week, by size (${day})`, `New listings from studios to rooms, week to ${day}`],
    [
      `${counted(found.length, "listing")} came up in the last seven days:\n${text}`,
      `The last seven days brought ${counted(found.length, "new listing")}. By size:\n${text}`,
    ],
    ["Which size is the hardest to find for you?", "What are you looking for, and since when?"],
    signedFigures(facts),
  );
});

const discount = fromListings("week.discount", (facts) => {
  const { count, percent, source } = provenDiscount(newOnes(facts));
  if (count < ENOUGH || !isBelowMarket(percent)) return [];
  const day = longDay(facts.day);
  return wordings(
    [
      `Average discount this week: ${percent}% (${day})`,
      `How far below the benchmark this week's listings are (${day})`,
    ],
    [
      `${counted(count, "new listing")} of the last seven days could be compared with a published benchmark of the City. On average their rent is ${percent}% below it. Each listing shows its own figure.`,
      `Averaged over ${counted(count, "listing")} that came up in the last seven days and can be compared, the rent is ${percent}% below the City's published benchmark. An average hides the spread, so look at each one.`,
    ],
    ["How do you tell a good price from a suspicious one?", "What discount made you take a place?"],
    signedFigures(facts, source),
  );
});

const controlled = fromListings("week.controlled", (facts) => {
  const found = newOnes(facts).filter((unit) => unit.isControlled);
  if (found.length < ENOUGH_AT_A_PLACE) return [];
  const day = longDay(facts.day);
  return wordings(
    [
      `New listings with the rent control badge, week to ${day}`,
      `The rent control badge among this week's listings (${day})`,
    ],
    [
      `${counted(found.length, "listing")} of the last seven days ${found.length === 1 ? "is" : "are"} in a registered building from before 2018.\n\n${listLink(facts, { controlled: true })}`,
      `Of what came up in the last seven days, ${counted(found.length, "listing")} carry the rent control badge: the City's register says when their building was built.\n\n${listLink(facts, { controlled: true })}`,
    ],
    ["Do you ask for the building's age before a viewing?", "How much does rent control weigh for you?"],
    signedFigures(facts),
  );
});

/** What is new this week. */
export const WEEK_KINDS: readonly ThreadKind[] = [byNeighbourhood, byStation, byType, discount, controlled];
