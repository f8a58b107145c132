import { useState } from "react";
import type { ListingRemoved, OwnerListing } from "../../../../worker/contracts/owners.ts";
import { photoPath } from "../../../../worker/contracts/photos.ts";
import { OwnerActions } from "./owner-actions.tsx";
import { OwnerEdit } from "./owner-edit.tsx";
import { OwnerRemoved } from "./owner-removed.tsx";
import { OwnerStatus } from "./owner-status.tsx";

/** Photos as they were saved, by the addresses that work longest. */
function withNewestAddresses(saved: readonly string[], newest: readonly string[]): string[] {
  return saved.map((address) => newest.find((one) => photoPath(one) === photoPath(address)) ?? address);
}

/** A listing as its landlord has it in hand: where it stands, what can be done, and the form to change it. */
export function OwnerPanel({ token, listing }: { token: string; listing: OwnerListing }) {
  const [removed, setRemoved] = useState<ListingRemoved | null>(null);
  const [changes, setChanges] = useState(0);
  // The form begins anew after each save, with the photos as they are stored then: the answer is here before the query
  // has passed it on.
  const [saved, setSaved] = useState({ count: 0, images: listing.images });
  const onChanged = () => setChanges((count) => count + 1);
  if (removed) return <OwnerRemoved address={removed.address} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-2xl font-bold tracking-tight">Manage Your Listing</h1>
        <p className="mt-1 text-ink-muted">
          {listing.title}
          {listing.unit !== null && `, unit ${listing.unit}`}
        </p>
      </div>
      <OwnerStatus listing={listing} changes={changes}>
        <OwnerActions token={token} listing={listing} onChanged={onChanged} onRemoved={setRemoved} />
      </OwnerStatus>
      {listing.status !== "rented" && (
        <OwnerEdit
          key={saved.count}
          token={token}
          listing={{ ...listing, images: withNewestAddresses(saved.images, listing.images) }}
          onSaved={({ images }) => {
            setSaved(({ count }) => ({ count: count + 1, images }));
            onChanged();
          }}
        />
      )}
    </div>
  );
}
