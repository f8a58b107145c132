export { AdminBanDialog, AdminListingBanDialog } from "./admin-ban-dialogs.tsx";
export { AdminBan, AdminBans } from "./admin-bans.tsx";
