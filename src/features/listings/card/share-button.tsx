import type { MouseEvent } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Sign } from "../../../ui/signs.tsx";

interface ShareProps {
  listing: Pick<PublicListing, "id" | "slug" | "title">;
}

/** Copies the address of the listing's page. */
async function share({ listing }: ShareProps, { currentTarget }: MouseEvent): Promise<void> {
  const url = location.origin + listingPath(listing);
  if (await copyText(url, currentTarget))
    toast({ title: "Link Copied", description: "Listing URL has been copied to your clipboard" });
  else toast({ title: "Link Not Copied", description: `Please copy it from here: ${url}`, variant: "destructive" });
}

export function ShareButton(props: ShareProps) {
  return (
    <Button variant="secondary" size="sm" onClick={(event) => void share(props, event)}>
      <Sign name="share" />
      Share
    </Button>
  );
}

/** On a card's photo while the card has the pointer or the focus. A touch screen has neither: there the dialog offers it. */
export function ShareCorner(props: ShareProps) {
  return (
    <button
      type="button"
      aria-label={`Share ${props.listing.title}`}
      onClick={(event) => void share(props, event)}
      className="share-corner"
    >
      <Sign name="share" className="size-5" />
    </button>
  );
}
