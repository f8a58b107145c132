import { EyeOff } from "lucide-react";
import { useEffect } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { whenIdle } from "../../../lib/timing.ts";
import { Button } from "../../../ui/button.tsx";
import { recordClick, useSavedIndex } from "./saved-index.ts";

/** Remembers in this browser that a listing was viewed. */
export function useRememberViewed(listing: PublicListing): void {
  useEffect(
    () =>
      whenIdle(
        () =>
          void import("./save-home.ts").then(
            ({ rememberViewedHome }) => rememberViewedHome(listing),
            () => undefined,
          ),
      ),
    [listing],
  );
}

/** Button that hides a listing from lists, or shows it again. */
export function NotForMe({ listing }: { listing: PublicListing }) {
  const isHidden = useSavedIndex().hidden.includes(listing.id);
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isHidden}
      onClick={() => recordClick(isHidden ? null : "hidden", listing)}
    >
      <EyeOff aria-hidden="true" className="size-4" />
      Not for me
    </Button>
  );
}
