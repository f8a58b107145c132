export { AdminReportedPostActions } from "./moderation/admin-reported-post.tsx";
