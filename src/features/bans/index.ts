export { AdminBan, AdminBanDialog, AdminBans, AdminListingBanDialog } from "./admin-bans.tsx";
