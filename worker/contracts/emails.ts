import type { AlertsView } from "./alerts.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";
import type { FollowView, NeverState, SubscriptionView, UnsubscribeView } from "./subscribers.ts";

/** The part of "Your emails" that a mailed link is about. */
export type EmailsPart = "edition" | "searches" | "discussions" | "never";

/** The token of a link to one part: it can do there what the link that showed it can. */
interface OfPart {
  token: string;
}

/** A followed discussion; its token stops it. */
export interface FollowedDiscussion extends OfPart {
  thread: FollowView["thread"];
}

/** All that an address receives, for the holder of a mailed link. */
export interface EmailsView {
  /** Masked: `m***@example.com`; null behind a link that blocks all mail, which names no address. */
  email: string | null;
  part: EmailsPart;
  /** False for a link that can only stop mail: it shows its own part alone, and yields no other token. */
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
export const EMAILS_LINK_MESSAGE = "If there is anything to manage, the link is in your inbox in a moment.";
/** Response to {@link mailDataLink}. */
export const DATA_LINK_MESSAGE = "The link is in your inbox in a moment. It works for 24 hours.";

/**
 * Shows what the address of a mailed link receives, and changes nothing: link scanners read it too. It takes the token of any
 * such link: `/preferences`, `/unsubscribe`, `/alerts`, `/follow` or `/never`.
 */
export const getEmails = operation("GET", "/api/emails/:token", types<{ answer: EmailsView }>);
/** Mails the link's own address a link that manages all its mail. */
export const mailEmailsLink = operation("POST", "/api/emails/:token/link", types<{ answer: DoneWithMessage }>);
/** Mails the link's own address a link to the data stored about it; for links that can manage. */
export const mailDataLink = operation("POST", "/api/emails/:token/data", types<{ answer: DoneWithMessage }>);
