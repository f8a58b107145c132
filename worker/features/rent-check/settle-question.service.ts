import { isInToronto } from "../../contracts/areas.ts";
import { CITY } from "../../contracts/market-areas.ts";
import { streetKey } from "../../contracts/parse-address.ts";
import { DISTRICTS, type NamedPlace, placeByName } from "../../contracts/place-names.ts";
import { BLOCK_SIZE, INCLUDED, type Included, type SettledPlace } from "../../contracts/rent-check.ts";
import type { RentCheckQuery } from "../../contracts/rent-check.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { findBlockOrArea } from "../places/block.service.ts";

/** "100-200 Main St, Moss Park" */
const BLOCK = /^(\d{1,5})-(\d{1,6}) ([^,]+)(?:, (.+))?$/;
/** A street's name, whose only digits may be those of "5th St", "Highway 7" or "Line 5". */
const STREET =
  /^(?:\d{1,3}(?:st|nd|rd|th) )?\p{L}[\p{L}.'-]*(?: \p{L}[\p{L}.'-]*)*$|^(?:highway|line|sideroad) \d{1,3}(?: [\p{L}]+)?$/iu;

/** The former municipality that some neighbourhoods are all in, else the City. */
function districtOf(neighbourhoods: readonly string[]): string {
  const district = DISTRICTS.find(([, names]) => neighbourhoods.every((name) => names.includes(name)))?.[0];
  return district !== undefined && isInToronto(district) ? district : CITY;
}

const areaOf = (named: NamedPlace) =>
  named.neighbourhoods
    ? { neighbourhoods: named.neighbourhoods, municipality: districtOf(named.neighbourhoods) }
    : { neighbourhoods: [], municipality: named.municipality };

/** The place of a text that names an area, or a block as {@link SettledPlace.name} does; null if it may name a house. */
export function settledPlace(text: string): SettledPlace | null {
  const named = placeByName(text);
  if (named)
    return {
      kind: named.neighbourhoods ? "neighbourhood" : "municipality",
      name: named.name,
      block: null,
      ...areaOf(named),
    };
  const [, low = "", high = "", street = "", area = ""] = BLOCK.exec(text) ?? [];
  const isBlock = low !== "" && Number(low) % BLOCK_SIZE === 0 && Number(high) === Number(low) + BLOCK_SIZE;
  const within = placeByName(area);
  if (!isBlock || !STREET.test(street) || (area !== "" && !within)) return null;
  return {
    kind: "block",
    name: `${Number(low)}-${Number(high)} ${street}${within ? `, ${within.name}` : ""}`,
    block: { low: Number(low), street: streetKey(street) },
    ...(within ? areaOf(within) : { neighbourhoods: [], municipality: null }),
  };
}

/** Whether a question's place is written as an address of a result may hold it. */
export const isSettled = ({ place }: Pick<RentCheckQuery, "place">): boolean =>
  place === null || settledPlace(place)?.name === place;

/**
 * A question whose place names no house: its block or its neighbourhood instead, and null if the text names neither. The
 * year of a registered building at the house is kept in `register`.
 */
export async function settleQuestion(deps: Deps, question: RentCheckQuery): Promise<RentCheckQuery> {
  const { place } = question;
  if (place === null) return question;
  const settled = settledPlace(place);
  if (settled) return { ...question, place: settled.name };
  const { block, neighbourhood, municipality, registeredYear } = await findBlockOrArea(deps, place, BLOCK_SIZE);
  const area = placeByName(neighbourhood ?? municipality ?? "")?.name ?? null;
  const street = block && `${block.low}-${block.low + BLOCK_SIZE} ${block.street}`;
  const asBlock = street && settledPlace([street, ...(area === null ? [] : [area])].join(", "));
  return { ...question, place: asBlock ? asBlock.name : area, register: asBlock ? registeredYear : null };
}

/** What the rent includes. */
export const includedIn = (question: RentCheckQuery): Included[] =>
  (Object.keys(INCLUDED) as Included[]).filter((name) => question[name] === true);

/** The parameters of a settled question in an address; cents become dollars. */
export function parametersOf(question: RentCheckQuery): URLSearchParams {
  const { type, homeType, rent, place, built, register, since, noticeRent, noticeFrom, noticeGiven } = question;
  const values = {
    type,
    homeType,
    rent: rent / 100,
    place,
    built,
    register,
    ...Object.fromEntries(includedIn(question).map((name) => [name, 1])),
    since,
    noticeRent: noticeRent === null ? null : noticeRent / 100,
    noticeFrom,
    noticeGiven,
  };
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)]));
}
