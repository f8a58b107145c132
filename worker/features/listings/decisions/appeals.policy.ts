import type { Deps } from "../../../platform/deps.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import type { Listing } from "../listing/listings.table.ts";
import type { Appeal } from "./appeals.table.ts";

/**
 * Returns whether a listing is still rejected as it was when its landlord appealed; a change by them sends it to
 * review.
 */
export const isStillRejected = (
  { status, rejectedAt }: Pick<Listing, "status" | "rejectedAt">,
  appeal: Pick<Appeal, "rejectedAt">,
): boolean => status === "rejected" && rejectedAt?.getTime() === appeal.rejectedAt.getTime();

/** Returns the key of a decision's moderator: the person, or the account that the password opens. */
export const moderatorKey = ({ person }: Pick<Deps, "person">, by: Moderator): string =>
  person === null ? by.actor : `person:${person.id}`;

/** Returns whether a key names a person. Anybody may be behind the shared password. */
const isPerson = (key: string | null) => key?.startsWith("person:") === true;

/**
 * Returns whether a moderator may decide an appeal: where there are several, somebody with a name, and not the one who
 * rejected.
 */
export const canDecideAppeal = (
  { rejectedBy }: Pick<Appeal, "rejectedBy">,
  key: string,
  areSeveral: boolean,
): boolean => !areSeveral || (isPerson(key) && rejectedBy !== key);

/**
 * Returns whether an appeal was decided by somebody other than the moderator who rejected; only where both are known.
 */
export const isSecondOpinion = ({ rejectedBy, decidedBy }: Pick<Appeal, "rejectedBy" | "decidedBy">): boolean =>
  isPerson(rejectedBy) && isPerson(decidedBy) && decidedBy !== rejectedBy;
