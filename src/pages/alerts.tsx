import { Alerts, InvalidAlertsLink } from "../features/alerts/alerts-page.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Saved Searches", "For whoever is told of new homes.");

export const Component = tokenPage(head, { Page: Alerts, Invalid: InvalidAlertsLink });
