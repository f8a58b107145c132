import * as z from "zod/mini";
import { commuteQuestion } from "../../contracts/commute.schemas.ts";
import { listingPath } from "../../contracts/listings.ts";
import { formatCount } from "../../contracts/listing-text.ts";
import { marketPath } from "../../contracts/market-pages.ts";
import {
  homeInFull,
  homePath,
  homesPage,
  homesQuery,
  market,
  marketQuery,
  rentCheckAnswer,
} from "../../contracts/open-api.schemas.ts";
import { RENT_CHECK_PATH } from "../../contracts/pages.ts";
import { strictRentCheckQuery } from "../../contracts/rent-check.schemas.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import { hasTimetable, readCommutes } from "../commute/commute.service.ts";
import { lookUpListings, readPublicPoints } from "../listings/reading/listings.read.service.ts";
import { getHome, getMarket, listHomes } from "../open-api/open-api.service.ts";
import { dollars, homeText, increaseText, marketText, noticeLines, ownFigures, quoted } from "./mcp-words.ts";
import { checkRent, isSettled, parametersOf, settleQuestion } from "../rent-check/rent-check.service.ts";

/** Who asks. */
export interface Asker {
  deps: Deps;
  client: Client;
}

interface Tool<Input extends z.ZodMiniType = z.ZodMiniType> {
  title: string;
  description: string;
  input: Input;
  output: z.ZodMiniObject;
  /** Absent: always offered. */
  isOffered?(deps: Deps): Promise<boolean>;
  /** @returns the answer, and the same in plain words with its sources */
  call(asker: Asker, input: z.output<Input>): Promise<{ answer: object; text: string }>;
}

const tool = <Input extends z.ZodMiniType>(definition: Tool<Input>): Tool => definition;

/** Homes of an answer unless asked for more: assistants read every word. */
const HOMES_SHOWN = 10;

const commuteAnswer = z.object({
  timetable: z.object({ validFrom: z.string(), validUntil: z.string(), attributions: z.array(z.string()) }),
  homes: z.array(
    z.object({
      id: z.int(),
      url: z.string(),
      places: z.nullable(
        z.array(
          z.object({
            minutes: z.nullable(z.number()),
            badDayMinutes: z.nullable(z.number()),
            transfers: z.nullable(z.number()),
            lines: z.array(z.string()),
          }),
        ),
      ),
    }),
  ),
});

/** Tools for assistants by name. All of them read; none takes or tells what belongs to a person. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  search_homes: tool({
    title: "Search homes",
    description:
      "Rental homes in Toronto and the GTA that a moderator approved, with the rent beside a dated market figure. Newest first unless sorted. A home is no proof that it is still free.",
    input: homesQuery,
    output: homesPage,
    async call({ deps, client }, query) {
      const answer = await listHomes(deps, { ...query, limit: query.limit ?? HOMES_SHOWN }, client);
      const { homes, total, next } = answer;
      const lines = homes.map((home) => `- ${homeText(home)}`);
      const count = total === null ? "Many homes" : `${formatCount(total)} ${total === 1 ? "home" : "homes"}`;
      const more = next === null ? [] : [`More with cursor ${next}.`];
      return { answer, text: [`${count} found.`, ...lines, ...more].join("\n") };
    },
  }),
  get_home: tool({
    title: "One home",
    description: "One home with the landlord's own words. Phone numbers are on its page only.",
    input: homePath,
    output: homeInFull,
    async call({ deps }, { id }) {
      const answer = await getHome(deps, id);
      const description = quoted(answer.description);
      return { answer: { ...answer, description }, text: `${homeText(answer)}\n${description}` };
    },
  }),
  rent_check: tool({
    title: "Rent check",
    description:
      "Where a rent stands against the published figure and asking rents nearby, whether rent control applies, and for tenants (with `since`) the largest lawful increase in Ontario. General information by the rules of the day, no legal advice. Nothing is stored.",
    input: strictRentCheckQuery,
    output: rentCheckAnswer,
    async call({ deps, client }, asked) {
      if (!isSettled(asked)) await requireForNetworks(deps, "place_look_ups", client);
      const question = isSettled(asked) ? asked : await settleQuestion(deps, asked);
      await requireForNetworks(deps, "rent_checks", client);
      const answer = await checkRent(deps, question);
      const { market: figure, around, rentControl, increase } = answer;
      const isPlaceUnknown = asked.place !== null && answer.asked.place === null;
      const lines = [
        ...(isPlaceUnknown ? ["The place was not recognised, so this compares with the whole City of Toronto."] : []),
        figure === null
          ? "There is no market figure for this home and place."
          : `The rent is ${marketText({ rent: answer.asked.rent, market: { ...figure, month: figure.asOf } })}; months since the end of that month: ${figure.ageMonths}.`,
        around.quartiles === null
          ? `${around.isPartial ? "Among its newest homes this" : "This"} site has ${around.homes} asking rents of the kind in ${around.area}, too few for quartiles.`
          : `Of ${around.isPartial ? "the newest " : ""}${around.homes} asking rents in ${around.area} the middle half asks ${dollars(around.quartiles.lower)} to ${dollars(around.quartiles.upper)}, the median ${dollars(around.quartiles.median)}.`,
        ...(around.percentBelow === null
          ? []
          : [
              `Against that median the rent is ${Math.abs(around.percentBelow)}% ${around.percentBelow < 0 ? "above" : "below"}.`,
            ]),
        `Rent control: ${rentControl.isRentControlled === null ? "not known" : rentControl.isRentControlled ? "applies" : "does not apply"} (confidence ${rentControl.confidence}; ${rentControl.reason.replaceAll("_", " ")}).`,
        ...(increase === null ? [] : [increaseText(increase), ...noticeLines(increase)]),
        "General information, no legal advice.",
        `${deps.config.siteUrl}${RENT_CHECK_PATH}?${parametersOf(question).toString()}`,
      ];
      return { answer, text: lines.join("\n") };
    },
  }),
  market: tool({
    title: "Market figures",
    description:
      "Rents by type and month in Toronto or one neighbourhood: published figures, and this site's own from at least 20 homes. CC BY 4.0.",
    input: marketQuery,
    output: market,
    async call({ deps }, { neighbourhood }) {
      const answer = await getMarket(deps, neighbourhood);
      const published = answer.benchmarks.flatMap(({ type, months }) => {
        const newest = months.at(-1);
        return newest === undefined
          ? []
          : [
              `- ${type}: ${dollars(newest.rent)} (${newest.month}, ${newest.source}${newest.isEstimate ? ", estimate" : ""})`,
            ];
      });
      const page = `${deps.config.siteUrl}${marketPath(neighbourhood === undefined ? null : answer.area.name)}`;
      return {
        answer,
        text: ["Published figures, City of Toronto:", ...published, ...ownFigures(answer), page].join("\n"),
      };
    },
  }),
  commute: tool({
    title: "Ways to work",
    description:
      "Door-to-door minutes by public transit from up to 100 homes to up to 3 places, arriving on a weekday morning unless said otherwise: the median, and a bad day.",
    input: commuteQuestion,
    output: commuteAnswer,
    isOffered: hasTimetable,
    async call({ deps, client }, question) {
      await requireForNetworks(deps, "commutes", client);
      const { timetable, results } = await readCommutes(deps, question, readPublicPoints);
      const { siteUrl } = deps.config;
      const { listings } = await lookUpListings(
        deps,
        results.map(({ id }) => id),
      );
      const urls = new Map(listings.map((listing) => [listing.id, siteUrl + listingPath(listing)]));
      const homes = results.map(({ id, places }) => ({
        id,
        url: urls.get(id) ?? "",
        places:
          places?.map(({ minutes, badDayMinutes, transfers, lines }) => ({
            minutes,
            badDayMinutes,
            transfers,
            lines,
          })) ?? null,
      }));
      const lines = homes.map(({ id, url, places }) => {
        const ways = places?.map(({ minutes, badDayMinutes }) =>
          minutes === null ? "no way within two hours" : `${minutes} min (bad day ${badDayMinutes ?? "over 120"} min)`,
        );
        return `- #${id}: ${ways?.join(", ") ?? "its place is not known"}; ${url}`;
      });
      const answer = {
        timetable: {
          validFrom: timetable?.validFrom ?? "",
          validUntil: timetable?.validUntil ?? "",
          attributions: timetable?.attributions ?? [],
        },
        homes,
      };
      return { answer, text: [...lines, ...answer.timetable.attributions].join("\n") };
    },
  }),
};
