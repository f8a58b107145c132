import type { Deps } from "../../../platform/deps.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import type { Listing } from "../listing/listings.table.ts";
import type { Appeal } from "./appeals.table.ts";

/** Whether a listing is still rejected as it was when its landlord appealed; a change by them sends it to review. */
export const isStillRejected = (
  { status, rejectedAt }: Pick<Listing, "status" | "rejectedAt">,
  appeal: Pick<Appeal, "rejectedAt">,
): boolean => status === "rejected" && rejectedAt?.getTime() === appeal.rejectedAt.getTime();

/** What names the moderator of a decision: the person, or the account that the password opens. */
export const moderatorKey = ({ person }: Pick<Deps, "person">, by: Moderator): string =>
  person === null ? by.actor : `person:${person.id}`;

/** Whether a key names a person. Behind the shared password may be anybody. */
const isPerson = (key: string | null) => key?.startsWith("person:") === true;

/** Whether a moderator may decide an appeal: where there are several, somebody with a name, and not the one who rejected. */
export const canDecideAppeal = (
  { rejectedBy }: Pick<Appeal, "rejectedBy">,
  key: string,
  areSeveral: boolean,
): boolean => !areSeveral || (isPerson(key) && rejectedBy !== key);

/** Whether somebody else decided an appeal than the moderator who rejected: only where both are known. */
export const isSecondOpinion = ({ rejectedBy, decidedBy }: Pick<Appeal, "rejectedBy" | "decidedBy">): boolean =>
  isPerson(rejectedBy) && isPerson(decidedBy) && decidedBy !== rejectedBy;
