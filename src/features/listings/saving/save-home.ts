import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { SAVED_MAX } from "../../../../worker/contracts/saved.ts";
import { PATHS } from "../../../lib/paths.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";
import { toast } from "../../../lib/toast.ts";
import {
  storedList,
  applyClickToList,
  savedList,
  rememberViewedHome,
  type SaveResult,
  removeHome,
  restoreHome,
  saveHome,
  unhideHome,
  type SavedHome,
} from "./saved-homes.ts";
import type { HomeClick } from "./saved-index.ts";

export { rememberViewedHome };

/** Local storage key, set once this browser has told the visitor where saved homes are. */
const HINT_SHOWN_KEY = "saved_told";

const PROBLEMS: Record<Exclude<SaveResult, "stored">, string> = {
  too_many: `You have saved ${SAVED_MAX} homes, which is the maximum. Please remove one first.`,
  no_room: "This browser’s storage is full or turned off.",
};

/** Shows a toast if a change was not stored. @returns whether it was stored */
export function toastIfNotStored(outcome: SaveResult): boolean {
  if (outcome === "stored") return true;
  toast({ title: "Not Saved", description: PROBLEMS[outcome], variant: "destructive" });
  return false;
}

/** Removes a home from the list, with Undo. */
export function removeWithUndo(id: number): void {
  const home = savedList().homes.find((one) => one.id === id);
  if (home && toastIfNotStored(removeHome(id))) toastRemoved(home);
}

function toastRemoved(home: SavedHome): void {
  const hasDetails = home.note !== "" || home.state !== null || home.viewingAt !== null;
  toast({
    title: "No Longer Saved",
    ...(hasDetails && { description: "Its note and status are gone too." }),
    action: {
      label: "Undo",
      altText: "Save the home again",
      onPress: () => void toastIfNotStored(restoreHome(home)),
    },
  });
}

/**
 * Applies a click on a home's button and shows the result.
 * @param isStored true if the click is already stored in this browser
 */
export function applyClick(click: HomeClick, isStored: boolean): void {
  const [as, { id }] = click;
  const home = storedList().homes.find((one) => one.id === id);
  if (!toastIfNotStored(applyClickToList(click, isStored))) return;
  if (as === "saved") toastSaved(id);
  else if (as === "hidden") toastHidden(id, home);
  else if (home) toastRemoved(home);
  else toastShownAgain();
}

function toastSaved(id: number): void {
  const { homes } = savedList();
  if (!homes.some((home) => home.id === id)) {
    // If the home is missing although the list has room, a later click has removed it again.
    if (homes.length >= SAVED_MAX) toastIfNotStored("too_many");
    return;
  }
  // Shown only once per browser. After that, the number beside Saved is enough.
  if (readStorage("local", HINT_SHOWN_KEY) !== null) return;
  writeStorage("local", HINT_SHOWN_KEY, "1");
  toast({
    title: "Home saved",
    action: { label: "See All", altText: "Open the page Saved", onPress: () => location.assign(PATHS.saved) },
  });
}

const toastShownAgain = () => toast({ title: "Shown Again", description: "Lists show this home again." });

/** Unhides a home, and shows a toast about it. */
export function showAgain(id: number): void {
  if (toastIfNotStored(unhideHome(id))) toastShownAgain();
}

/** @param home the saved home as it was before it was hidden */
function toastHidden(id: number, home: SavedHome | undefined): void {
  toast({
    title: "Hidden",
    description: "Lists no longer show this home. You can find it under Saved, Hidden.",
    action: {
      label: "Undo",
      altText: "Show the home in lists again",
      onPress: () => {
        if (toastIfNotStored(unhideHome(id)) && home) restoreHome(home);
      },
    },
  });
}

/** Saves homes while there is room, and shows a message if there is not enough. @returns how many were saved */
export function saveAll(listings: readonly PublicListing[]): number {
  // Saves in reverse order, because the home saved last is listed first.
  for (const [count, listing] of listings.toReversed().entries())
    if (!toastIfNotStored(saveHome(listing))) return count;
  return listings.length;
}
