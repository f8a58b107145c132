import * as z from "zod/mini";
import { BEDROOMS } from "../contracts/bedrooms.ts";
import { PURGE_PRIORITIES } from "./caching.ts";

/** Mails about a listing to its landlord. */
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
/** The state or request that a mail tells of: one mail is sent about each. */
const about = z.union([z.string(), z.number()]);
/** A listing by its id, or by the prefix of its photos, which is known before the id is. */
const waits = z.optional(z.number());
const lookUp = z.union([z.object({ listingId: id, waits }), z.object({ photoPrefix: z.string(), waits })]);

/**
 * Every kind of work in the outbox with what its entries carry. Entries outlive deployments: a field that is added must
 * be optional, and a kind is renamed only once none of its entries is left.
 */
const OUTBOX = {
  /** Make the smaller photos of an approved listing. */
  "listing.smaller_photos": z.object({ listingId: id }),
  /** Draw the preview images of some listings, unless they say already what the listings say. */
  "listing.draw_previews": z.object({ listingIds: z.array(id) }),
  /** Compare the photos of a listing with those of all others. */
  "listing.compare_photos": z.object({ photoPrefix: z.string() }),
  "listing.mail": z.object({
    kind: z.enum(LISTING_MAILS),
    photoPrefix: z.string(),
    about,
    decisionId: z.optional(z.string()),
  }),
  /** Tell an address, on a day (YYYY-MM-DD), that its reply to a question had no text. */
  "listing.no_answer_mail": z.object({ listingId: id, email: z.string(), day: z.string() }),
  /** Mail an address the links of its listings. */
  "listing.links_mail": z.object({ email: z.string(), about }),
  /** Look up where a listing is and what is around it; `waits` counts how often it was put off. */
  "places.enrich": lookUp,
  /** Compare the listings of a type with its figures again, behind `afterId`, a window of ids at a time. */
  "market.compare_again": z.object({ bedrooms: z.enum(BEDROOMS), afterId: z.number(), isLastLook: z.boolean() }),
  /** Somebody bought VIP access and gets its mails from now on. */
  "vip.started": z.object({ subscriptionId: z.string() }),
  "subscriber.sign_up_mail": z.object({ subscriberId: id, about }),
  /** Mail a confirmation button to who replied unverifiably. */
  "subscriber.button_mail": z.object({ subscriberId: id, about }),
  "subscriber.welcome_mail": z.object({ subscriberId: id, about }),
  /** The welcome of a buyer of VIP access. */
  "subscriber.vip_mail": z.object({ subscriberId: id, about }),
  /** Ask an address whether it wants to follow a thread. */
  "forum.follow_question": z.object({ followId: id, about }),
  /** Tell the followers of a thread of its new comments, behind one of them. */
  "forum.follow_news": z.object({ threadId: id, notifiedUpTo: z.optional(z.number()), id: z.optional(id) }),
  /** Tell searches of a new home, or of a lower rent in cents, behind a place among their keys. */
  "alerts.match": z.object({
    listingId: id,
    decisionId: z.optional(z.string()),
    drop: z.optional(z.object({ fromCents: z.number(), toCents: z.number() })),
    after: z.optional(z.object({ key: z.number(), maxRent: z.number(), searchId: z.number() })),
  }),
  /** Mail the alerts that are due. */
  "alerts.deliver": z.object({ dueAt: z.number() }),
  /** Send a push message to a browser. */
  "push.send": z.object({
    browserId: id,
    about: z.string(),
    message: z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() }),
  }),
  /** Ask an address whether it wants the alerts of a search; 0 for one too many. */
  "alerts.asked_mail": z.object({ readerId: id, searchId: id, about }),
  /** Ask an address whether it still looks. */
  "alerts.still_mail": z.object({ readerId: id, about }),
  /** Mail an address the link that manages all its mail. */
  "emails.link_mail": z.object({ addressHash: z.string(), about }),
  /** Mail a link to what is stored about an address. */
  "privacy.mail": z.object({ requestId: id }),
  /** Mail a code, which follows from the address and `about`, until it expires (milliseconds). */
  "access.code_mail": z.object({ email: z.string(), about, expiresAt: z.number() }),
  /** Mail the operator a login link, by its number. */
  "session.link_mail": z.object({ number: z.number() }),
  /** Mail somebody who works here: an invitation by its id, or a person by theirs; `passkey` names a new one. */
  "person.mail": z.object({ what: z.enum(["invitation", "added", "passkey"]), id, passkey: z.optional(id) }),
  /**
   * Tell the other operators, or the contact address of the first one, who became an operator (`id`), by whom (null for
   * the shared password) and when (milliseconds).
   */
  "person.new_operator": z.object({
    id,
    by: z.nullable(z.string()),
    at: z.number(),
    told: z.enum(["operators", "contact"]),
  }),
  /** Mail a login code, which follows from `request`, until it expires (milliseconds). */
  "person.code_mail": z.object({ request: z.string(), personId: z.nullable(id), expiresAt: z.number() }),
  /** Take a step of a backup. */
  "backup.step": z.object({ id: z.string(), run: z.string(), step: z.number() }),
  /** Purge tags once more. */
  "cache.purge": z.object({ tags: z.array(z.string()), priority: z.optional(z.enum(PURGE_PRIORITIES)) }),
} as const satisfies Record<string, z.ZodMiniType<Record<string, unknown>>>;

export type OutboxKind = keyof typeof OUTBOX;
export type OutboxPayload<Kind extends OutboxKind> = z.output<(typeof OUTBOX)[Kind]>;

/**
 * Work that takes long, of the processor or the Images service, and that nobody waits for: it goes through a queue of
 * its own, so that mails and look-ups never stand behind it.
 */
export const SLOW_KINDS: ReadonlySet<string> = new Set<OutboxKind>([
  "listing.smaller_photos",
  "listing.draw_previews",
  "listing.compare_photos",
  "backup.step",
]);

export const isOutboxKind = (kind: string): kind is OutboxKind => Object.hasOwn(OUTBOX, kind);

/** A stored payload; null for one that does not fit its kind. */
export function readPayload<Kind extends OutboxKind>(kind: Kind, payload: unknown): OutboxPayload<Kind> | null {
  const read = z.safeParse(OUTBOX[kind], payload);
  return read.success ? (read.data as OutboxPayload<Kind>) : null;
}
