import { sql } from "drizzle-orm";
import type { Bedrooms } from "../contracts/bedrooms.ts";
import type { Deps } from "./deps.ts";
import type { OutboxKind, OutboxPayload } from "./outbox.schemas.ts";
import { insertSelected } from "./outbox.ts";

interface OfListing {
  listingId: number;
  /** Identifies a listing even before it has an id. */
  photoPrefix: string;
}

/** A moderator's decision, and the time from which it can no longer be undone; nobody is notified before that. */
interface Decided {
  decisionId: string;
  dueAt: Date;
}

/**
 * Parts changed by an edit: `address` for the home's location, `place` for the basis of its facts, `preview` for its
 * preview image.
 */
type ListingPart = "photos" | "address" | "place" | "preview";

/**
 * Events by name, with the data for their listeners (registered in worker/jobs.ts). An event itself is never stored;
 * the work that its listeners create is stored together with the change.
 */
export interface Events {
  "listing.submitted": { photoPrefix: string; hasPhotos: boolean };
  /** `newAddressee` identifies the new mail address if it changed. */
  "listing.edited": OfListing & { parts: readonly ListingPart[]; newAddressee?: string | null };
  /**
   * A moderator changed the type. The landlord is mailed at once, unless the change is a separate decision. `about`
   * identifies the change.
   */
  "listing.retyped": OfListing & { about: string | number; decision: Decided | null };
  /** The listing has become public, for the first time or again. */
  "listing.shown": OfListing;
  /** `isNews`: VIPs have not been notified yet. `isAppeal`: the answer to the appeal informs the landlord. */
  "listing.approved": OfListing & Decided & { isNews: boolean; isAppeal?: boolean };
  "listing.rejected": OfListing & Decided;
  /** A moderator asked the landlord a question. */
  "listing.asked": OfListing & Decided;
  "appeal.decided": OfListing & Decided;
  /** A public listing no longer awaits confirmation; `decisionId` is null if an edit ended the wait. */
  "listing.confirmed": { listingId: number; decisionId: string | null; dueAt: Date };
  /**
   * The rent of a public listing became lower than at any time in the previous 30 days. Nobody is notified before
   * `dueAt`; `decisionId` is null if the change cannot be undone.
   */
  "listing.rent_dropped": {
    listingId: number;
    fromCents: number;
    toCents: number;
    decisionId: string | null;
    dueAt: Date;
  };
  /** The figures with which rents of a type are compared have changed. */
  "market.changed": { bedrooms: Bedrooms };
  /** `confirmVersion` distinguishes this confirmation from an earlier one. */
  "subscriber.confirmed": { subscriberId: number; confirmVersion: number };
}

type EventName = keyof Events;

/** Work for the outbox; without `dueAt` it is done at once. */
export type Work = {
  [Kind in OutboxKind]: { kind: Kind; payload: OutboxPayload<Kind>; dueAt?: Date | null };
}[OutboxKind];

/** Returns the work that a feature derives from an event, or null. Has no side effects. */
export type Listener<Name extends EventName> = (event: Events[Name]) => Work | null;
export type Listeners = { readonly [Name in EventName]: readonly Listener<Name>[] };

let registered: Partial<Listeners> | null = null;

/** Registers the listeners of all events. Called once, before any event is emitted. */
export function listen(listeners: Partial<Listeners>): void {
  registered = listeners;
}

/** @throws Error when no listeners are registered, because the event's work would be lost silently */
function workOf<Name extends EventName>(name: Name, event: Events[Name]): Work[] {
  if (registered === null) throw new Error("No listeners are registered: call listen() first");
  return (registered[name] ?? []).flatMap((listener) => listener(event) ?? []);
}

/**
 * Returns the statement that stores the work of an event, one row per listener so that each is retried separately; no
 * statement if there is no work. Put it into the batch of the change, and call relaySoon() afterwards.
 */
export function emit<Name extends EventName>(deps: Deps, name: Name, event: Events[Name]) {
  const work = workOf(name, event).map(({ kind, payload, dueAt }) => ({ kind, payload, dueAt: dueAt?.getTime() }));
  if (work.length === 0) return [];
  const from = sql`FROM json_each(${JSON.stringify(work)})`;
  const field = (name: string) => sql`json_extract(value, ${`$.${name}`})`;
  return [insertSelected(deps, { kind: field("kind"), payload: field("payload"), dueAt: field("dueAt"), from })];
}
