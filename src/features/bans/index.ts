export { AdminBanDialog } from "./admin-ban-dialog.tsx";
export { AdminBan, AdminBans } from "./admin-bans.tsx";
export { AdminListingBanDialog } from "./admin-listing-ban-dialog.tsx";
