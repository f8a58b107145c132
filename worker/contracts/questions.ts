import type { ListingDecision } from "./decisions.ts";
import { operation, types } from "./operation.ts";

/** Maximum length of a question and of an answer, in characters. */
export const QUESTION_MAX = 1_000;
export const ANSWER_MAX = 2_000;

/** Templates for questions that moderators often ask. */
export const QUESTION_TEMPLATES = [
  {
    label: "Is the rent right?",
    text: "The rent in your listing is unusually low for the area. Is it the monthly rent for the whole home, and does it include everything a renter has to pay?",
  },
  {
    label: "Room or whole home?",
    text: "Is this a whole home with its own kitchen and bathroom, or a room in a shared one?",
  },
  {
    label: "More photos, please",
    text: "Could you add photos of the kitchen, the bathroom and the main room? Renters trust a listing more when they see them.",
  },
  {
    label: "Is it yours to rent?",
    text: "Are you the owner of this home, its manager, or a tenant who wants to sublet it or assign the lease? A short answer is enough.",
  },
  {
    label: "Which address?",
    text: "We could not find the address. Is the street and its number spelled right, and which part of the city is it in?",
  },
  {
    label: "Still available?",
    text: "Someone told us that this home is rented. Is it still available?",
  },
] as const;

/** A message between moderators and the landlord of a listing. Never public. */
export interface ListingMessage {
  id: number;
  author: "moderator" | "landlord";
  /** How the message was sent; null for a moderator's question. */
  via: "page" | "mail" | null;
  text: string;
  /** Time of the message, ISO 8601 UTC. */
  sentAt: string;
}

/** The messages about a listing, oldest first. */
export interface ListingThread {
  messages: ListingMessage[];
}

export const getListingThread = operation("GET", "/api/admin/listings/:id/thread", types<{ answer: ListingThread }>);
/** Emails a question to the landlord: at most ten per day and listing. */
export const askLandlord = operation(
  "POST",
  "/api/admin/listings/:id/ask",
  types<{ body: { text: string; revision?: number }; answer: ListingDecision }>,
);
