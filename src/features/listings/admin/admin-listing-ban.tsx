import { useQuery } from "@tanstack/react-query";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { AdminListingBanDialog } from "../../bans/index.ts";
import { adminListingContext } from "./admin-listings.queries.ts";

/** The listing whose landlord to ban; `address` is preselected if given. */
export interface ListingBan {
  listing: AdminListing;
  address: string | null;
}

/** Dialog that bans the phone number, photos or IP address of a listing's landlord. */
export function AdminListingBan({ listing, address, onClose }: ListingBan & { onClose(): void }) {
  const context = useQuery(adminListingContext(listing.id, listing.revision));
  const known = {
    phone: listing.phone,
    images: listing.images,
    address: address ?? context.data?.ownerAddress,
  };
  const first = address === null ? "phone" : address.includes("/") ? "network" : "address";
  return <AdminListingBanDialog of={known} first={first} onClose={onClose} />;
}
