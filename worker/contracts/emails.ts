import type { AlertsView } from "./alerts.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";
import type { FollowView, OptOutState, SubscriptionView, UnsubscribeView } from "./subscribers.ts";

/** The section of "Your emails" that a link from an email is about. */
export type EmailsSection = "edition" | "searches" | "discussions" | "never";

/** The token of a link to one section. The token grants the same rights as the link with which this page was opened. */
interface SectionToken {
  token: string;
}

/** A followed discussion, with a token that can stop following it. */
export interface FollowedDiscussion extends SectionToken {
  thread: FollowView["thread"];
}

/** All emails that an address receives, as shown to the person who opened a link from an email. */
export interface EmailsView {
  /**
   * Masked email address: `m***@example.com`. Null for a link that blocks all email, because this link must not reveal
   * the address.
   */
  email: string | null;
  part: EmailsSection;
  /**
   * False for a link that can only stop emails. The response then contains only the section of that link and no other
   * token.
   */
  canManage: boolean;
  /** The subscription. The preferences are missing if the link can only stop the subscription. */
  edition: (UnsubscribeView & Partial<SubscriptionView> & SectionToken) | null;
  searches: (AlertsView & SectionToken) | null;
  /** The followed discussion that the email with the link was about. */
  follow: FollowView | null;
  /** Followed discussions, newest first. */
  discussions: FollowedDiscussion[];
  vip: { portalUrl: string | null } | null;
  never: (OptOutState & SectionToken) | null;
}

/** Response to {@link sendEmailsLink}, the same for every link. */
export const EMAILS_LINK_MESSAGE = "If there is anything to manage, we will email you the link in a moment.";
/** Response to {@link sendDataLink}. */
export const DATA_LINK_MESSAGE = "We will email you the link in a moment. It works for 24 hours.";

/**
 * Returns what the email address of a link receives. Changes nothing, because link scanners open the link too. Accepts
 * the token of any of these links: `/preferences`, `/unsubscribe`, `/alerts`, `/follow` or `/never`.
 */
export const getEmails = operation("GET", "/api/emails/:token", types<{ answer: EmailsView }>);
/** Sends a link for managing all emails to the email address of the given link. */
export const sendEmailsLink = operation("POST", "/api/emails/:token/link", types<{ answer: DoneWithMessage }>);
/** Sends a link to the stored data to the email address of the given link, if that link can manage emails. */
export const sendDataLink = operation("POST", "/api/emails/:token/data", types<{ answer: DoneWithMessage }>);
