import type { Deps } from "../../../platform/deps.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import type { Appeal } from "./appeals.table.ts";

/** What names the moderator of a decision: the person, or the account that the password opens. */
export const moderatorKey = ({ person }: Pick<Deps, "person">, by: Moderator): string =>
  person === null ? by.actor : `person:${person.id}`;

/** Whether a moderator may decide an appeal: where there are several, not the one who rejected. */
export const canDecideAppeal = (
  { rejectedBy }: Pick<Appeal, "rejectedBy">,
  key: string,
  areSeveral: boolean,
): boolean => !areSeveral || rejectedBy !== key;

/** Whether somebody else decided an appeal than the moderator who rejected, as far as is known. */
export const isSecondOpinion = ({ rejectedBy, decidedBy }: Pick<Appeal, "rejectedBy" | "decidedBy">): boolean =>
  decidedBy !== null && decidedBy !== rejectedBy;
