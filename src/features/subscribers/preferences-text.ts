import { MAX_RENT, type SubscriberStatus } from "../../../worker/contracts/subscribers.ts";

/** A typed rent in dollars: null when nothing was typed, undefined when it is not a rent that can be asked for. */
export function readRent(typed: string): number | null | undefined {
  const digits = typed.replace(/[$,\s]/g, "");
  if (digits === "") return null;
  const dollars = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return dollars >= MAX_RENT.min && dollars <= MAX_RENT.max ? dollars : undefined;
}

/** What stands between the holder of a subscription and its mails; null when nothing does. */
export function statusText(status: SubscriberStatus): string | null {
  switch (status) {
    case "confirmed":
      return null;
    case "pending":
      return "This subscription is not confirmed yet: please reply to the email we sent you. Your preferences are kept until then.";
    case "unsubscribed":
      return "This address is unsubscribed, so nothing is sent to it. You can join again on the homepage, and your preferences are kept until then.";
    case "suppressed":
    default:
      return "Emails to this address came back or were refused, so we send it nothing any more. Please write to us if that is wrong.";
  }
}
