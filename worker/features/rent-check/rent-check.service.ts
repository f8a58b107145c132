import { monthsAfterEnd } from "../../contracts/days.ts";
import { storedHomeType } from "../../contracts/home-types.ts";
import { areaName, CITY } from "../../contracts/market-areas.ts";
import { marketStanding, OWN_RENTS_MIN } from "../../contracts/market.ts";
import {
  BLOCK_SIZE,
  type CheckedMarket,
  COMPARABLE_HOMES,
  QUARTILES_MIN,
  type RentCheck,
  RENTS_AROUND_MAX,
  type RentsAround,
  type SettledPlace,
} from "../../contracts/rent-check.ts";
import type { RentCheckQuery } from "../../contracts/rent-check.schemas.ts";
import { percentBelowMarket } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { Recent } from "../../platform/recent.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { homesAround, mostAlike, type RentedHome } from "../listings/search/around.service.ts";
import { quantile, quartilesOf } from "../market/market.figures.ts";
import { compareWithMarket } from "../market/market.service.ts";
import { registeredOnBlock } from "../places/block.service.ts";
import { rentControlOf } from "../places/rent-control.ts";
import { guidelineYears, lawfulIncrease, type Tenancy } from "./lawful-increase.ts";
import { confirmedGuidelinesOf } from "./rent-guidelines.service.ts";
import { includedIn, parametersOf, settledPlace, settleQuestion } from "./settle-question.service.ts";

export { isSettled, parametersOf, settleQuestion } from "./settle-question.service.ts";

/** What a question means, once its place is settled. */
function readQuestion(question: RentCheckQuery) {
  const { type, rent, since, noticeRent, noticeFrom, noticeGiven } = question;
  const place = question.place === null ? null : settledPlace(question.place);
  const notice =
    noticeRent === null || noticeFrom === null ? null : { rentCents: noticeRent, from: noticeFrom, given: noticeGiven };
  return {
    place,
    home: {
      bedrooms: type,
      homeType: storedHomeType({ bedrooms: type, homeType: question.homeType }),
      municipality: place === null ? CITY : place.municipality,
      rentCents: rent,
    },
    tenancy: since === null ? null : ({ rentCents: rent, since, notice } satisfies Tenancy),
  };
}
type Home = ReturnType<typeof readQuestion>["home"];

async function marketOf(deps: Deps, home: Home, today: string): Promise<CheckedMarket | null> {
  const found = await compareWithMarket(deps, home);
  const { comparedPercent, marketRentCents, marketArea, marketSource, marketKind, marketAsOf } = found;
  if (
    comparedPercent === null ||
    marketRentCents === null ||
    marketArea === null ||
    marketSource === null ||
    marketKind === null ||
    marketAsOf === null
  )
    return null;
  return {
    percentBelow: comparedPercent,
    standing: marketStanding(comparedPercent),
    rent: marketRentCents / 100,
    area: areaName(marketArea),
    source: marketSource,
    kind: marketKind,
    asOf: marketAsOf,
    ageMonths: Math.max(0, monthsAfterEnd(marketAsOf, today)),
    isEstimate: found.marketIsEstimate,
    method: found.marketMethod,
  };
}

/** Homes of the neighbourhood, or of the whole municipality where too few are known there. */
async function homesNear(
  deps: Deps,
  home: Home,
  place: SettledPlace | null,
): Promise<{ area: string; homes: RentedHome[]; isPartial: boolean }> {
  const { neighbourhoods = [], municipality = CITY } = place ?? {};
  const isInCity = neighbourhoods.length > 0 || place === null;
  const near = neighbourhoods.length > 0 ? await homesAround(deps, home, { neighbourhoods }, RENTS_AROUND_MAX) : null;
  if (near && near.homes.length >= QUARTILES_MIN) {
    // A block is shown by its neighbourhood; what people call a place may cover many.
    return { area: place?.kind === "neighbourhood" ? place.name : neighbourhoods.join(", "), ...near };
  }
  const wide = isInCity ? CITY : (municipality ?? CITY);
  return { area: areaName(wide), ...(await homesAround(deps, home, { area: wide }, RENTS_AROUND_MAX)) };
}

async function rentsAround(deps: Deps, question: RentCheckQuery, home: Home, place: SettledPlace | null) {
  const { area, homes, isPartial } = await homesNear(deps, home, place);
  const rents = homes.map(({ rentCents }) => rentCents / 100).toSorted((a, b) => a - b);
  const percentBelow =
    rents.length < OWN_RENTS_MIN ? null : percentBelowMarket(home.rentCents, Math.round(quantile(rents, 0.5) * 100));
  const alike = { ...home, included: includedIn(question) };
  return {
    area,
    homes: rents.length,
    isPartial,
    quartiles: rents.length < QUARTILES_MIN ? null : quartilesOf(rents),
    percentBelow,
    rents,
    comparable: mostAlike(homes, alike, COMPARABLE_HOMES),
  } satisfies RentsAround;
}

async function rentControlAt(
  deps: Deps,
  { type, built, register }: RentCheckQuery,
  place: SettledPlace | null,
): Promise<RentCheck["rentControl"]> {
  const block = place?.block;
  const building =
    block && register !== null
      ? await registeredOnBlock(deps, { ...block, high: block.low + BLOCK_SIZE - 1 }, register)
      : null;
  const control = rentControlOf({ bedrooms: type, building, statedYear: built });
  return { ...control, yearBuilt: building?.yearBuilt ?? built };
}

/** How long an answer is used for the same question, in milliseconds, and how many an isolate remembers. */
const REUSED_MS = 10_000;
const REMEMBERED = 200;
const answers = new WeakMap<Deps["db"], Recent<{ at: number; answer: Promise<RentCheck> }>>();

async function check(deps: Deps, question: RentCheckQuery): Promise<RentCheck> {
  const today = torontoDay(deps.now());
  const { place, home, tenancy } = readQuestion(question);
  const [market, around, rentControl, guidelines] = await Promise.all([
    marketOf(deps, home, today),
    rentsAround(deps, question, home, place),
    rentControlAt(deps, question, place),
    tenancy === null ? [] : confirmedGuidelinesOf(deps, guidelineYears(tenancy, today)),
  ]);
  const { isRentControlled: isLimited, confidence } = rentControl;
  const { block: _block, ...shown } = place ?? { block: null };
  return {
    asked: {
      type: home.bedrooms,
      homeType: home.homeType,
      rent: home.rentCents / 100,
      place: place && (shown as Omit<SettledPlace, "block">),
      built: question.built,
      included: includedIn(question),
    },
    asOf: today,
    market,
    around,
    rentControl,
    increase: tenancy && lawfulIncrease(tenancy, { isLimited, confidence, today, guidelines }),
  };
}

/**
 * Where a rent stands: against the benchmark, among this site's asking rents, and by the rules for increases. Stores
 * nothing. A question whose place names a house is settled first ({@link settleQuestion}), which reads up to a thousand
 * rows; a settled one takes at most six statements. Answers are reused for ten seconds.
 */
export async function checkRent(deps: Deps, asked: RentCheckQuery): Promise<RentCheck> {
  const question = await settleQuestion(deps, asked);
  const key = parametersOf(question).toString();
  const memory = answers.get(deps.db) ?? new Recent<{ at: number; answer: Promise<RentCheck> }>(REMEMBERED);
  answers.set(deps.db, memory);
  const at = deps.now().getTime();
  const kept = memory.get(key);
  if (kept && Math.abs(at - kept.at) < REUSED_MS) return kept.answer;
  const answer = check(deps, question);
  memory.set(key, { at, answer });
  // A failure is not remembered.
  answer.catch(() => memory.delete(key));
  return answer;
}
