import * as z from "zod/mini";
import { BEDROOMS } from "../contracts/bedrooms.ts";
import { PURGE_PRIORITIES } from "./caching.ts";

/** Emails about a listing to its landlord. */
const LISTING_MAILS = [
  "submitted",
  "new_email",
  "approved",
  "rejected",
  "retyped",
  "expiring",
  "question",
  "appeal",
] as const;
export type ListingMail = (typeof LISTING_MAILS)[number];

const id = z.number();
/** The state or request that an email is about. Each state or request gets only one email. */
const about = z.union([z.string(), z.number()]);
/**
 * Number of times that the look-up of a listing was postponed. The look-up identifies the listing by its id, or by its
 * photo prefix, which is known earlier.
 */
const waits = z.optional(z.number());
const lookUp = z.union([z.object({ listingId: id, waits }), z.object({ photoPrefix: z.string(), waits })]);

/**
 * All kinds of work in the outbox, with the schemas of their payloads. Entries outlive deployments, so an added field
 * must be optional, and a kind may be renamed only when no entries of that kind are left.
 */
const OUTBOX = {
  /** Make the smaller photos of an approved listing. */
  "listing.smaller_photos": z.object({ listingId: id }),
  /** Draw the preview images of some listings, unless the images are already up to date. */
  "listing.draw_previews": z.object({ listingIds: z.array(id) }),
  /** Compare the photos of a listing with those of all others. */
  "listing.compare_photos": z.object({ photoPrefix: z.string() }),
  "listing.mail": z.object({
    kind: z.enum(LISTING_MAILS),
    photoPrefix: z.string(),
    about,
    decisionId: z.optional(z.string()),
  }),
  /** Email the sender of a reply to a question, once a day (YYYY-MM-DD), that the reply had no text. */
  "listing.no_answer_mail": z.object({ listingId: id, email: z.string(), day: z.string() }),
  /** Email the links of an address's listings to the address. */
  "listing.links_mail": z.object({ email: z.string(), about }),
  /** Look up the location of a listing and its surroundings. `waits` counts how often the look-up was postponed. */
  "places.enrich": lookUp,
  /** Compare the listings of a type with its benchmarks again, from `afterId` on, one window of ids at a time. */
  "market.compare_again": z.object({ bedrooms: z.enum(BEDROOMS), afterId: z.number(), isLastLook: z.boolean() }),
  /** Start the emails to a person who bought VIP access. */
  "vip.started": z.object({ subscriptionId: z.string() }),
  "subscriber.sign_up_mail": z.object({ subscriberId: id, about }),
  /** Email a confirmation button to a person whose reply could not be verified. */
  "subscriber.button_mail": z.object({ subscriberId: id, about }),
  "subscriber.welcome_mail": z.object({ subscriberId: id, about }),
  /** Email a welcome to a buyer of VIP access. */
  "subscriber.vip_mail": z.object({ subscriberId: id, about }),
  /** Ask by email whether the recipient wants to follow a thread. */
  "forum.follow_question": z.object({ followId: id, about }),
  /** Notify the followers of a thread of its new comments, continuing after one follower (`notifiedUpTo`, `id`). */
  "forum.follow_news": z.object({ threadId: id, notifiedUpTo: z.optional(z.number()), id: z.optional(id) }),
  /**
   * Match a new home, or a lower rent in cents, with saved searches, continuing after a position in the order of the
   * searches.
   */
  "alerts.match": z.object({
    listingId: id,
    decisionId: z.optional(z.string()),
    drop: z.optional(z.object({ fromCents: z.number(), toCents: z.number() })),
    after: z.optional(z.object({ key: z.number(), maxRent: z.number(), searchId: z.number() })),
  }),
  /** Email the alerts that are due. */
  "alerts.deliver": z.object({ dueAt: z.number() }),
  /** Send a push message to a browser. */
  "push.send": z.object({
    browserId: id,
    about: z.string(),
    message: z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() }),
  }),
  /**
   * Ask by email whether the recipient wants the alerts of a search. `searchId` is 0 when the address has too many
   * searches.
   */
  "alerts.asked_mail": z.object({ readerId: id, searchId: id, about }),
  /** Ask by email whether the recipient is still looking for a home. */
  "alerts.still_mail": z.object({ readerId: id, about }),
  /** Email the link for managing all emails to an address. */
  "emails.link_mail": z.object({ addressHash: z.string(), about }),
  /** Email a link to the data stored about an address. */
  "privacy.mail": z.object({ requestId: id }),
  /** Email a code, derived from the address and `about`, unless it has expired (milliseconds). */
  "access.code_mail": z.object({ email: z.string(), about, expiresAt: z.number() }),
  /** Email a login link to the operator, identified by its number. */
  "session.link_mail": z.object({ number: z.number() }),
  /** Email a member of staff. `id` is the id of an invitation or a person. `passkey` identifies a new passkey. */
  "person.mail": z.object({ what: z.enum(["invitation", "added", "passkey"]), id, passkey: z.optional(id) }),
  /**
   * Notify the other operators of a new operator, or notify the contact address if the new operator is the first.
   * States who became an operator (`id`), by whom (null for the shared password) and when (milliseconds).
   */
  "person.new_operator": z.object({
    id,
    by: z.nullable(z.string()),
    at: z.number(),
    told: z.enum(["operators", "contact"]),
  }),
  /** Email a login code, derived from `request`, unless it has expired (milliseconds). */
  "person.code_mail": z.object({ request: z.string(), personId: z.nullable(id), expiresAt: z.number() }),
  /** Perform a step of a backup. */
  "backup.step": z.object({ id: z.string(), run: z.string(), step: z.number() }),
  /** Purge tags again after a failure. */
  "cache.purge": z.object({ tags: z.array(z.string()), priority: z.optional(z.enum(PURGE_PRIORITIES)) }),
} as const satisfies Record<string, z.ZodMiniType<Record<string, unknown>>>;

export type OutboxKind = keyof typeof OUTBOX;
export type OutboxPayload<Kind extends OutboxKind> = z.output<(typeof OUTBOX)[Kind]>;

/**
 * Work that takes much time of the CPU or the Images service, and that nobody waits for. Such work has a separate
 * queue, so that it never delays emails and look-ups.
 */
export const SLOW_KINDS: ReadonlySet<string> = new Set<OutboxKind>([
  "listing.smaller_photos",
  "listing.draw_previews",
  "listing.compare_photos",
  "backup.step",
]);

export const isOutboxKind = (kind: string): kind is OutboxKind => Object.hasOwn(OUTBOX, kind);

/** Parses a stored payload; null if it does not fit its kind. */
export function readPayload<Kind extends OutboxKind>(kind: Kind, payload: unknown): OutboxPayload<Kind> | null {
  const read = z.safeParse(OUTBOX[kind], payload);
  return read.success ? (read.data as OutboxPayload<Kind>) : null;
}
