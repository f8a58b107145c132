import type { Moderator } from "../../audit/audit.service.ts";
import type { Appeal } from "./appeals.table.ts";

/** What names the moderator of a decision. All moderators share one account. */
export const moderatorKey = (by: Moderator): string => by.actor;

/**
 * Whether a moderator may decide an appeal: where there are several, not the one who rejected. With one account for all,
 * it is not known that there is a second one, so everybody may.
 */
export const canDecideAppeal = (_appeal: Pick<Appeal, "rejectedBy">, _by: Moderator): boolean => true;

/** Whether somebody else decided an appeal than the moderator who rejected, as far as is known. */
export const isSecondOpinion = ({ rejectedBy, decidedBy }: Pick<Appeal, "rejectedBy" | "decidedBy">): boolean =>
  decidedBy !== null && decidedBy !== rejectedBy;
