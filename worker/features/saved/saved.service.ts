import { DAY_MS } from "../../contracts/days.ts";
import { type KeptHome, type KeptList, SAVED_LIST_DAYS, type SavedListRecord } from "../../contracts/saved.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { findSubscriber } from "../subscribers/subscribers.service.ts";
import { deleteList, deleteListsUsedBefore, homesOf, listOf, mergeHomes, touchList, upsertList } from "./saved.repo.ts";
import type { savedHomes } from "./saved.table.ts";

const NOT_KEPT: KeptList = { isKept: false, wantsPriceDrops: false, homes: [] };

const toKeptHome = (row: typeof savedHomes.$inferSelect): KeptHome => ({
  listingId: row.listingId,
  savedAt: row.savedAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
  state: row.state,
  viewingAt: row.viewingAt,
  note: row.note,
  isRemoved: row.isRemoved,
});

/** A subscriber's saved homes, if they are kept on the server. */
export async function readKept(deps: Deps, subscriberId: number): Promise<KeptList> {
  const [list, rows] = await Promise.all([listOf(deps, subscriberId), homesOf(deps, subscriberId)]);
  if (!list) return NOT_KEPT;
  await touchList(deps, subscriberId, DAY_MS);
  return { isKept: true, wantsPriceDrops: list.wantsPriceDrops, homes: rows.map(toKeptHome) };
}

/** Keeps a subscriber's saved homes on the server from now on, or changes whether price drops are told. */
export async function keepList(deps: Deps, subscriberId: number, wantsPriceDrops: boolean): Promise<KeptList> {
  await upsertList(deps, subscriberId, wantsPriceDrops);
  return readKept(deps, subscriberId);
}

/**
 * Merges changed homes into a list; of two versions of a home the later one counts.
 * @throws AppError `saved.not_kept` when the list is not kept, as another device has decided
 */
export async function mergeIntoList(deps: Deps, subscriberId: number, homes: readonly KeptHome[]): Promise<KeptList> {
  await mergeHomes(deps, subscriberId, homes);
  const kept = await readKept(deps, subscriberId);
  if (!kept.isKept) throw new AppError("saved.not_kept");
  return kept;
}

/** Deletes a subscriber's list from the server; browsers keep theirs. */
export const stopKeeping = deleteList;

/** The saved homes of an address, for its holder; null when none are kept on the server. */
export async function personalSavedHomes(deps: Deps, email: string): Promise<SavedListRecord | null> {
  const subscriber = await findSubscriber(deps, { email });
  const list = subscriber && (await listOf(deps, subscriber.id));
  if (!list) return null;
  const rows = (await homesOf(deps, list.subscriberId)).filter(({ isRemoved }) => !isRemoved);
  return {
    keptSince: list.createdAt.toISOString(),
    wantsPriceDrops: list.wantsPriceDrops,
    homes: rows.map(toKeptHome).map(({ isRemoved: _isRemoved, ...home }) => home),
  };
}

/** Deletes the saved homes of an address. */
export async function eraseSavedHomes(deps: Deps, email: string): Promise<void> {
  const subscriber = await findSubscriber(deps, { email });
  if (subscriber) await deleteList(deps, subscriber.id);
}

/** Deletes lists that were not used for {@link SAVED_LIST_DAYS}. */
export const forgetUnusedLists = (deps: Deps, time: Date) =>
  deleteListsUsedBefore(deps, new Date(time.getTime() - SAVED_LIST_DAYS * DAY_MS));
