export { AdminReportedListing } from "./admin/admin-reported-listing.tsx";
export { AdminReportedListingActions } from "./admin/admin-reported-listing-actions.tsx";
export { AdminReportedListingFacts, AdminReportedListingPhoto } from "./admin/admin-reported-listing-facts.tsx";
