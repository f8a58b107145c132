import { ConfirmSubscription } from "../features/subscribers/confirm-subscription.tsx";
import { InvalidSubscriptionLink } from "../features/subscribers/invalid-subscription-link.tsx";
import { ConsentNote } from "../ui/consent-note.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Confirm Your Subscription", "For a new subscriber.");

export const Component = tokenPage(head, {
  Page: ({ token }) => <ConfirmSubscription token={token} consent={<ConsentNote />} />,
  Invalid: InvalidSubscriptionLink,
});
