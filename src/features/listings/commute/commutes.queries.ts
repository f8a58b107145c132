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
import { searchFromUrl } from "../../../../worker/contracts/search.ts";
import { call } from "../../../lib/api.ts";
import { withoutName, type NamedPlace, placesOfSearch } from "./places.ts";
import { useCommutes } from "./commutes-store.ts";

/** The commutes from one home. */
interface CommutesOfHome {
  /** Null while there is no timetable. */
  timetable: CommuteTimetable | null;
  /**
   * Commutes in the order of the places; null if the home's location is too imprecise, undefined if the home is gone.
   */
  commutes: Commute[] | null | undefined;
}

/** Time in milliseconds for which requests are collected into one batch. */
const GATHER_MS = 30;

interface Batch {
  places: CommutePlace[];
  ids: Set<number>;
  answers: Promise<Map<number, CommutesOfHome>>;
}

/** Batches that still accept homes, keyed by their places. */
const openBatches = new Map<string, Batch>();

async function ask({ places, ids }: Pick<Batch, "places" | "ids">): Promise<Map<number, CommutesOfHome>> {
  const { timetable, results } = await call(findCommutes, { body: { places, ids: [...ids] } });
  const found = new Map(results.map(({ id, places: commutes }) => [id, commutes]));
  return new Map([...ids].map((id) => [id, { timetable, commutes: found.get(id) }]));
}

/** Combines the requests of homes shown together, up to {@link MAX_COMMUTE_IDS} homes per request. */
async function fetchInBatch(key: string, places: CommutePlace[], id: number): Promise<CommutesOfHome> {
  let batch = openBatches.get(key);
  if (!batch || batch.ids.size >= MAX_COMMUTE_IDS) {
    const ids = new Set<number>();
    const answers = new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
      if (openBatches.get(key)?.ids === ids) openBatches.delete(key);
      return ask({ places, ids });
    });
    batch = { places, ids, answers };
    openBatches.set(key, batch);
  }
  batch.ids.add(id);
  return (await batch.answers).get(id) ?? { timetable: null, commutes: undefined };
}

/** Returns the query for the commutes from a home to places. Homes queried at the same time share one request. */
function commutesOfHome(places: readonly NamedPlace[], id: number) {
  const asked = places.map(withoutName);
  const key = JSON.stringify(asked);
  return queryOptions({ queryKey: ["commutes", key, id], queryFn: () => fetchInBatch(key, asked, id) });
}

/**
 * Returns the query for addresses, intersections and stations that match a typed text, best first. The matches come
 * from this site's own tables.
 */
export function placeSuggestions(text: string) {
  return queryOptions({
    queryKey: ["commutes", "find", text],
    queryFn: () => call(findPlaces, { body: { text } }),
    enabled: text !== "",
  });
}

/** Returns the query for the area from which a place can be reached within its limit. */
export function areaOfPlace(place: NamedPlace) {
  const query = { ...withoutName(place), minutes: place.limit };
  return queryOptions({
    queryKey: ["commutes", "area", query],
    queryFn: ({ signal }) => call(getCommuteArea, { query }, { signal }),
  });
}

/**
 * Returns the places to which commutes are shown: those in the page's address (from a shared link), otherwise those of
 * this browser.
 */
export function useShownPlaces(): readonly NamedPlace[] {
  const { search } = useLocation();
  const own = useCommutes()?.places ?? [];
  const shared = placesOfSearch(searchFromUrl(new URLSearchParams(search)), own);
  return shared.length > 0 ? shared : own;
}

/**
 * Returns, for each home, the commutes to the shown places, in the order of the places. The commutes are null while
 * they load, without a timetable, and if loading failed.
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

/** Returns {@link useCommutesOfHomes} for one home. */
export const useCommutesOfHome = (id: number) => useCommutesOfHomes([id])[0] ?? null;
