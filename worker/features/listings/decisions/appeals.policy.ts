import type { Deps } from "../../../platform/deps.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import type { Listing } from "../listing/listings.table.ts";
import type { Appeal } from "./appeals.table.ts";

/**
 * Returns whether the rejection that a landlord appealed still stands; a change by the landlord sends the listing to
 * review.
 */
export const isStillRejected = (
  { status, rejectedAt }: Pick<Listing, "status" | "rejectedAt">,
  appeal: Pick<Appeal, "rejectedAt">,
): boolean => status === "rejected" && rejectedAt?.getTime() === appeal.rejectedAt.getTime();

/** Returns the key of the moderator who made a decision: the person, or the account of the shared password. */
export const moderatorKey = ({ person }: Pick<Deps, "person">, by: Moderator): string =>
  person === null ? by.actor : `person:${person.id}`;

/** Returns whether a key identifies a person. Anybody may use the shared password. */
const isPerson = (key: string | null) => key?.startsWith("person:") === true;

/**
 * Returns whether a moderator may decide an appeal: if there are several moderators, only one who is signed in as a
 * person, and who did not reject the listing.
 */
export const canDecideAppeal = (
  { rejectedBy }: Pick<Appeal, "rejectedBy">,
  key: string,
  areSeveral: boolean,
): boolean => !areSeveral || (isPerson(key) && rejectedBy !== key);

/**
 * Returns whether an appeal was decided by another moderator than the one who rejected; false unless both are known.
 */
export const isSecondOpinion = ({ rejectedBy, decidedBy }: Pick<Appeal, "rejectedBy" | "decidedBy">): boolean =>
  isPerson(rejectedBy) && isPerson(decidedBy) && decidedBy !== rejectedBy;
