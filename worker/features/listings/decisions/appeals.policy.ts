import type { Deps } from "../../../platform/deps.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import type { Listing } from "../listing/listings.table.ts";
import type { Appeal } from "./appeals.table.ts";

/**
 * Returns whether an appealed rejection is still in force. A landlord's change ends the rejection, because it sends the
 * listing to review.
 */
export const isStillRejected = (
  { status, rejectedAt }: Pick<Listing, "status" | "rejectedAt">,
  appeal: Pick<Appeal, "rejectedAt">,
): boolean => status === "rejected" && rejectedAt?.getTime() === appeal.rejectedAt.getTime();

/**
 * Returns a key for the moderator who made a decision. It identifies the person or, if none is known, the shared
 * password.
 */
export const moderatorKey = ({ person }: Pick<Deps, "person">, by: Moderator): string =>
  person === null ? by.actor : `person:${person.id}`;

/**
 * Returns whether a moderator key identifies a person. The key of the shared password does not, because several people
 * may use it.
 */
const isPerson = (key: string | null) => key?.startsWith("person:") === true;

/**
 * Returns whether a moderator may decide an appeal. If the site has several moderators, this one must be signed in as a
 * person and must not have rejected the listing.
 */
export const canDecideAppeal = (
  { rejectedBy }: Pick<Appeal, "rejectedBy">,
  key: string,
  areSeveral: boolean,
): boolean => !areSeveral || (isPerson(key) && rejectedBy !== key);

/**
 * Returns whether different moderators decided the rejection and the appeal. Returns false unless both moderators are
 * known.
 */
export const isSecondOpinion = ({ rejectedBy, decidedBy }: Pick<Appeal, "rejectedBy" | "decidedBy">): boolean =>
  isPerson(rejectedBy) && isPerson(decidedBy) && decidedBy !== rejectedBy;
