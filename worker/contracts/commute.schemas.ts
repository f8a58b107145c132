import * as z from "zod/mini";
import * as commute from "./commute.ts";
import {
  COMMUTE_DAYS,
  COMMUTE_MODES,
  type CommuteMode,
  DEFAULT_COMMUTE,
  MAX_COMMUTE_IDS,
  MAX_COMMUTE_MINUTES,
  MAX_COMMUTE_PLACES,
} from "./commute.ts";
import { declare, json } from "./operation-rules.ts";
import { GTA_BOUNDS } from "./places.ts";

const { south, north, west, east } = GTA_BOUNDS;
const LATITUDE = `lat must be a number from ${south} to ${north}.`;
const LONGITUDE = `lng must be a number from ${west} to ${east}.`;
const MODE = `mode must be "arrive".`;
const DAY = "day must be weekday, saturday, sunday or a date such as 2026-11-20.";
const timeText = (name: string) => `${name} must be a time such as 08:30.`;
const ORDER = "until must not be before from.";
const PLACES = `places must be a list of 1 to ${MAX_COMMUTE_PLACES} places.`;
const IDS = `ids must be a list of at most ${MAX_COMMUTE_IDS} listing numbers.`;
const MINUTES = `minutes must be a whole number from 1 to ${MAX_COMMUTE_MINUTES}.`;

/** Destinations must lie in the area of the listings, as commute-search.ts also requires. */
const latitude = z.number(LATITUDE).check(z.gte(south, LATITUDE), z.lte(north, LATITUDE));
const longitude = z.number(LONGITUDE).check(z.gte(west, LONGITUDE), z.lte(east, LONGITUDE));
/** Makes a field optional, with a default value. */
const orElse = <Value>(schema: z.ZodMiniType<Value, Value>, otherwise: Value) =>
  z.pipe(
    z.optional(schema),
    z.transform((given: Value | undefined) => given ?? otherwise),
  );
const time = (name: "from" | "until") =>
  orElse(z.iso.time({ precision: -1, error: timeText(name) }), DEFAULT_COMMUTE[name]);

/**
 * Fields of a commute request other than the destination. Only arrival times are supported: departure times would need
 * a different search, from each home (docs/decisions/0046-commute.md).
 */
const when = {
  mode: orElse<CommuteMode>(
    z.enum(COMMUTE_MODES, MODE).check(z.refine((mode) => mode === "arrive", MODE)),
    DEFAULT_COMMUTE.mode,
  ),
  day: orElse<string>(z.union([z.enum(COMMUTE_DAYS, DAY), z.iso.date(DAY)], DAY), DEFAULT_COMMUTE.day),
  from: time("from"),
  until: time("until"),
};

/** Compares times as text, which is correct for HH:MM. */
const inOrder = z.refine<{ from: string; until: string }>(({ from, until }) => from <= until, {
  error: ORDER,
  path: ["until"],
});

/** A destination and its arrival window ({@link CommutePlace}). Each error message names its field. */
const commutePlace = z.object({ lat: latitude, lng: longitude, ...when }).check(inOrder);

export const commuteQuestion = z.object({
  places: z.array(commutePlace, PLACES).check(z.minLength(1, PLACES), z.maxLength(MAX_COMMUTE_PLACES, PLACES)),
  ids: z.array(z.number(IDS).check(z.int(IDS), z.gte(1, IDS)), IDS).check(z.maxLength(MAX_COMMUTE_IDS, IDS)),
});

/** A number written in a URL. */
const written = (schema: z.ZodMiniType<number, number>, problem: string) =>
  z.pipe(z.pipe(z.string(problem).check(z.minLength(1, problem)), z.transform(Number)), schema);

export const areaQuestion = z
  .object({
    lat: written(latitude, LATITUDE),
    lng: written(longitude, LONGITUDE),
    minutes: written(
      z.number(MINUTES).check(z.int(MINUTES), z.gte(1, MINUTES), z.lte(MAX_COMMUTE_MINUTES, MINUTES)),
      MINUTES,
    ),
    ...when,
  })
  .check(inOrder);

export const commuteRules = declare(commute, {
  findCommutes: {
    access: "public",
    isQuestion: true,
    limit: "commutes",
    body: json(commuteQuestion, { tellFirst: true }),
  },
  getCommuteArea: { access: "public", limit: "commutes" },
});
