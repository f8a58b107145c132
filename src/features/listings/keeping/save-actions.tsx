import { EyeOff } from "lucide-react";
import { useEffect } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { whenIdle } from "../../../lib/timing.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Heart } from "./heart.tsx";
import { press, useSavedIndex } from "./saved-index.ts";

interface SaveActionsProps {
  listing: PublicListing;
}

/** 'Save' and 'Not for me' beside a listing, which is remembered as viewed. */
export function SaveActions({ listing }: SaveActionsProps) {
  const { hidden } = useSavedIndex();
  const isHidden = hidden.includes(listing.id);
  useEffect(
    () =>
      whenIdle(
        () =>
          void import("./save-home.ts").then(
            ({ noteSeen }) => noteSeen(listing),
            () => undefined,
          ),
      ),
    [listing],
  );
  return (
    <>
      <Heart listing={listing} className={buttonClass({ variant: "secondary", size: "sm" })}>
        Save
      </Heart>
      <Button
        variant="secondary"
        size="sm"
        aria-pressed={isHidden}
        onClick={() => press(isHidden ? null : "hidden", listing)}
      >
        <EyeOff aria-hidden="true" className="size-4" />
        Not for me
      </Button>
    </>
  );
}
