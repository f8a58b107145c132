export { AdminBanDialog } from "./admin-ban-dialogs.tsx";
export { AdminBan, AdminBans } from "./admin-bans.tsx";
export { AdminListingBanDialog } from "./admin-ban-dialogs.tsx";
