import { EyeOff } from "lucide-react";
import { useEffect } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { whenIdle } from "../../../lib/when-idle.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Heart } from "./heart.tsx";
import { useSavedIndex } from "./saved-index.ts";

const loadStore = () => import("./save-home.ts");

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
          void loadStore().then(
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
        onClick={() =>
          void loadStore().then(({ hideWithUndo, showAgain }) =>
            isHidden ? showAgain(listing.id) : hideWithUndo(listing),
          )
        }
      >
        <EyeOff aria-hidden="true" className="size-4" />
        Not for me
      </Button>
    </>
  );
}
