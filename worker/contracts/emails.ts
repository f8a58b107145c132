import type { AlertsView } from "./alerts.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";
import type { FollowView, NeverState, SubscriptionView, UnsubscribeView } from "./subscribers.ts";

/** The part of "Your emails" that a mailed link is about. */
export type EmailsPart = "edition" | "searches" | "discussions" | "never";

/** The token of a link to one part, with the same rights as the link that showed it. */
interface OfPart {
  token: string;
}

/** A followed discussion; its token can stop the follow. */
export interface FollowedDiscussion extends OfPart {
  thread: FollowView["thread"];
}

/** All that an address receives, for the holder of a mailed link. */
export interface EmailsView {
  /** Masked: `m***@example.com`; null for a link that blocks all mail, which does not reveal the address. */
  email: string | null;
  part: EmailsPart;
  /** False for a link that can only stop mail: it shows only its own part, and yields no other token. */
  canManage: boolean;
  /** The subscription; without preferences for a link that can only stop it. */
  edition: (UnsubscribeView & Partial<SubscriptionView> & OfPart) | null;
  searches: (AlertsView & OfPart) | null;
  /** The follow that the link was mailed about. */
  follow: FollowView | null;
  /** Followed discussions, newest first. */
  discussions: FollowedDiscussion[];
  vip: { portalUrl: string | null } | null;
  never: (NeverState & OfPart) | null;
}

/** Response to {@link mailEmailsLink}, identical for every link. */
export const EMAILS_LINK_MESSAGE = "If there is anything to manage, we will email you the link in a moment.";
/** Response to {@link mailDataLink}. */
export const DATA_LINK_MESSAGE = "We will email you the link in a moment. It works for 24 hours.";

/**
 * Shows what the address of a mailed link receives. It changes nothing, because link scanners open the link too. It
 * takes the token of any such link: `/preferences`, `/unsubscribe`, `/alerts`, `/follow` or `/never`.
 */
export const getEmails = operation("GET", "/api/emails/:token", types<{ answer: EmailsView }>);
/** Mails a link for managing all mail to the address of the given link. */
export const mailEmailsLink = operation("POST", "/api/emails/:token/link", types<{ answer: DoneWithMessage }>);
/** Mails a link to the stored data to the address of the given link, if that link can manage mail. */
export const mailDataLink = operation("POST", "/api/emails/:token/data", types<{ answer: DoneWithMessage }>);
