import { queryOptions, useQueries } from "@tanstack/react-query";
import { useLocation } from "react-router";
import {
  type Commute,
  type CommutePlace,
  type CommuteTimetable,
  findCommutes,
  getCommuteArea,
  MAX_COMMUTE_IDS,
} from "../../../../worker/contracts/commute.ts";
import { findPlaces } from "../../../../worker/contracts/places.ts";
import { lenientSearch } from "../../../../worker/contracts/search.ts";
import { call } from "../../../lib/api.ts";
import { withoutName, type NamedPlace, placesOfSearch } from "./places.ts";
import { useCommutes } from "./commutes-store.ts";

/** The commutes from one home. */
interface CommutesOfHome {
  /** Null while there is no timetable. */
  timetable: CommuteTimetable | null;
  /** In the order of the places; null for a home whose place is not known well enough, undefined for one that is gone. */
  commutes: Commute[] | null | undefined;
}

/** Milliseconds in which the homes that appear together are gathered. */
const GATHER_MS = 30;

interface Batch {
  places: CommutePlace[];
  ids: Set<number>;
  answers: Promise<Map<number, CommutesOfHome>>;
}

/** Batches that are still gathered, by their places. */
const gathering = new Map<string, Batch>();

async function ask({ places, ids }: Pick<Batch, "places" | "ids">): Promise<Map<number, CommutesOfHome>> {
  const { timetable, results } = await call(findCommutes, { body: { places, ids: [...ids] } });
  const found = new Map(results.map(({ id, places: commutes }) => [id, commutes]));
  return new Map([...ids].map((id) => [id, { timetable, commutes: found.get(id) }]));
}

/** Joins the questions of the homes that are shown together, at most {@link MAX_COMMUTE_IDS} in one. */
async function askTogether(key: string, places: CommutePlace[], id: number): Promise<CommutesOfHome> {
  let batch = gathering.get(key);
  if (!batch || batch.ids.size >= MAX_COMMUTE_IDS) {
    const ids = new Set<number>();
    const answers = new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
      if (gathering.get(key)?.ids === ids) gathering.delete(key);
      return ask({ places, ids });
    });
    batch = { places, ids, answers };
    gathering.set(key, batch);
  }
  batch.ids.add(id);
  return (await batch.answers).get(id) ?? { timetable: null, commutes: undefined };
}

/** The commutes from a home to places, in one request for all homes that ask at the same time. */
function commutesOfHome(places: readonly NamedPlace[], id: number) {
  const asked = places.map(withoutName);
  const key = JSON.stringify(asked);
  return queryOptions({ queryKey: ["commutes", key, id], queryFn: () => askTogether(key, asked, id) });
}

/** Addresses, intersections and stations by what is typed, from this site's own tables; the best first. */
export function foundPlaces(text: string) {
  return queryOptions({
    queryKey: ["commutes", "find", text],
    queryFn: () => call(findPlaces, { body: { text } }),
    enabled: text !== "",
  });
}

/** From where a place can be reached within its limit. */
export function areaOfPlace(place: NamedPlace) {
  const query = { ...withoutName(place), minutes: place.limit };
  return queryOptions({
    queryKey: ["commutes", "area", query],
    queryFn: ({ signal }) => call(getCommuteArea, { query }, { signal }),
  });
}

/** The places whose commutes are shown: those of the address, as in a shared link, else those of this browser. */
export function useShownPlaces(): readonly NamedPlace[] {
  const { search } = useLocation();
  const own = useCommutes()?.places ?? [];
  const shared = placesOfSearch(lenientSearch(new URLSearchParams(search)), own);
  return shared.length > 0 ? shared : own;
}

/**
 * Commutes from each home to the shown places, in their order; null while they are unknown, without a timetable, and where
 * they could not be loaded.
 */
export function useCommutesOfHomes(ids: readonly number[]) {
  const places = useShownPlaces();
  const answers = useQueries({
    queries: ids.map((id) => ({ ...commutesOfHome(places, id), enabled: places.length > 0 })),
  });
  return answers.map(({ data }) =>
    data === undefined || data.timetable === null || data.commutes === undefined
      ? null
      : { places, timetable: data.timetable, commutes: data.commutes },
  );
}

/** {@link useCommutesOfHomes} of one home. */
export const useCommutesOfHome = (id: number) => useCommutesOfHomes([id])[0] ?? null;
