import { InvalidSubscriptionLink } from "../features/subscribers/invalid-subscription-link.tsx";
import { Unsubscribe } from "../features/subscribers/unsubscribe.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Unsubscribe", "For a subscriber.");

export const Component = tokenPage(head, { Page: Unsubscribe, Invalid: InvalidSubscriptionLink });
