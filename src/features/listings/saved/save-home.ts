import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { SAVED_MAX } from "../../../../worker/contracts/saved.ts";
import { PATHS } from "../../../lib/paths.ts";
import { toast } from "../../../lib/toast.ts";
import {
  hideHome,
  keptHomes,
  noteSeen,
  type Outcome,
  removeHome,
  restoreHome,
  saveHome,
  unhideHome,
} from "./saved-homes.ts";

export { noteSeen };

const PROBLEMS: Record<Exclude<Outcome, "stored">, string> = {
  too_many: `You have saved ${SAVED_MAX} homes, the most there can be. Please take one off first.`,
  no_room: "The storage of this browser is full or switched off.",
};

/** Says why a change was not stored. @returns whether it was */
export function tellOutcome(outcome: Outcome): boolean {
  if (outcome === "stored") return true;
  toast({ title: "Not Saved", description: PROBLEMS[outcome], variant: "destructive" });
  return false;
}

/** Takes a home off the list, with a way back. */
export function removeWithUndo(id: number): void {
  const home = keptHomes().homes.find((one) => one.id === id);
  if (!home || !tellOutcome(removeHome(id))) return;
  const hasWords = home.note !== "" || home.state !== null || home.viewingAt !== null;
  toast({
    title: "No Longer Saved",
    ...(hasWords && { description: "Its note and state are gone as well." }),
    action: {
      label: "Undo",
      altText: "Save the home again",
      onPress: () => void tellOutcome(restoreHome(home)),
    },
  });
}

/** Saves a home or takes it off, and says so. */
export function toggleSaved(listing: PublicListing): void {
  if (keptHomes().homes.some(({ id }) => id === listing.id)) {
    removeWithUndo(listing.id);
    return;
  }
  if (!tellOutcome(saveHome(listing))) return;
  toast({
    title: "Saved",
    description: "It is kept in this browser, under Saved.",
    action: { label: "See All", altText: "Open the page Saved", onPress: () => location.assign(PATHS.saved) },
  });
}

/** Shows a hidden home in lists again, and says so. */
export function showAgain(id: number): void {
  if (tellOutcome(unhideHome(id))) toast({ title: "Shown Again", description: "Lists show this home again." });
}

/** Hides a home from lists, with a way back. */
export function hideWithUndo(listing: PublicListing): void {
  const home = keptHomes().homes.find(({ id }) => id === listing.id);
  if (!tellOutcome(hideHome(listing))) return;
  toast({
    title: "Hidden",
    description: "Lists no longer show this home. You find it under Saved, Hidden.",
    action: {
      label: "Undo",
      altText: "Show the home in lists again",
      onPress: () => {
        if (tellOutcome(unhideHome(listing.id)) && home) restoreHome(home);
      },
    },
  });
}

/** Saves several homes, as far as there is room, and says where there is none. @returns how many were saved */
export function saveAll(listings: readonly PublicListing[]): number {
  // The last one saved is the first one listed.
  for (const [count, listing] of listings.toReversed().entries()) if (!tellOutcome(saveHome(listing))) return count;
  return listings.length;
}
