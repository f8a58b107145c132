import type { MouseEvent } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { toast } from "../../../lib/toast.ts";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";

interface ShareProps {
  listing: Pick<PublicListing, "id" | "slug" | "title">;
}

/** Opens a phone's share sheet for a link, or copies the link. @param copied text of the toast after copying */
export async function shareLink(title: string, url: string, copied: string, beside: Element): Promise<void> {
  // Only touch devices open the share sheet; with a mouse, copying takes one click less.
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    // Ignores the rejection, because closing the share sheet is not an error.
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  if (await copyText(url, beside)) toast({ title: "Link Copied", description: copied });
  else toast({ title: "Link Not Copied", description: `Please copy it from here: ${url}`, variant: "destructive" });
}

const share = ({ listing }: ShareProps, { currentTarget }: MouseEvent) =>
  shareLink(
    listing.title,
    location.origin + listingPath(listing),
    "Listing URL has been copied to your clipboard",
    currentTarget,
  );

/** Share button on a listing's photo. On phones its label is hidden if there is a back link (card.css). */
export function ShareButton(props: ShareProps) {
  return (
    <button type="button" onClick={(event) => void share(props, event)}>
      <SpriteIcon name="share" className="size-5" />
      <span>Share</span>
    </button>
  );
}

/** Share button on a card's photo, shown on hover and focus. On touch devices, the share button is in the dialog. */
export function ShareCorner(props: ShareProps) {
  return (
    <button
      type="button"
      aria-label={`Share ${props.listing.title}`}
      onClick={(event) => void share(props, event)}
      className="share-corner"
    >
      <SpriteIcon name="share" className="size-5" />
    </button>
  );
}
