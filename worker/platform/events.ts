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

/** A moderator's decision, and the time after which it can no longer be undone. Nobody is notified before that time. */
interface Decided {
  decisionId: string;
  dueAt: Date;
}

/**
 * Parts of a listing that an edit changed: `address` for the home's location, `place` for the data behind its location
 * facts, `preview` for its preview image.
 */
type ListingPart = "photos" | "address" | "place" | "preview";

/**
 * Events by name, with the data for their listeners, which worker/jobs.ts registers. Events themselves are not stored:
 * listeners create work, which is stored together with the change that caused the event.
 */
export interface Events {
  "listing.submitted": { photoPrefix: string; hasPhotos: boolean };
  /** `newAddressee` identifies the new email address if it changed. */
  "listing.edited": OfListing & { parts: readonly ListingPart[]; newAddressee?: string | null };
  /**
   * A moderator changed the type. The landlord is emailed immediately, unless the change is a separate decision.
   * `about` identifies the change.
   */
  "listing.retyped": OfListing & { about: string | number; decision: Decided | null };
  /** The listing has become public, for the first time or again. */
  "listing.shown": OfListing;
  /** `isNews`: VIPs have not been notified yet. `isAppeal`: the response to the appeal informs the landlord. */
  "listing.approved": OfListing & Decided & { isNews: boolean; isAppeal?: boolean };
  "listing.rejected": OfListing & Decided;
  /** A moderator asked the landlord a question. */
  "listing.asked": OfListing & Decided;
  "appeal.decided": OfListing & Decided;
  /** A public listing no longer awaits confirmation; `decisionId` is null if an edit ended the wait. */
  "listing.confirmed": { listingId: number; decisionId: string | null; dueAt: Date };
  /**
   * The rent of a public listing fell below every rent of the previous 30 days. Nobody is notified before `dueAt`.
   * `decisionId` is null if the change cannot be undone.
   */
  "listing.rent_dropped": {
    listingId: number;
    fromCents: number;
    toCents: number;
    decisionId: string | null;
    dueAt: Date;
  };
  /** The benchmarks with which rents of a type are compared have changed. */
  "market.changed": { bedrooms: Bedrooms };
  /** `confirmVersion` distinguishes this confirmation from an earlier one. */
  "subscriber.confirmed": { subscriberId: number; confirmVersion: number };
}

type EventName = keyof Events;

/** Work for the outbox. Without `dueAt`, it is due immediately. */
export type Work = {
  [Kind in OutboxKind]: { kind: Kind; payload: OutboxPayload<Kind>; dueAt?: Date | null };
}[OutboxKind];

/** Returns the work that a feature creates for an event, or null. Must have no side effects. */
export type Listener<Name extends EventName> = (event: Events[Name]) => Work | null;
export type Listeners = { readonly [Name in EventName]: readonly Listener<Name>[] };

let registered: Partial<Listeners> | null = null;

/** Registers the listeners of all events. Called once, before any event is emitted. */
export function listen(listeners: Partial<Listeners>): void {
  registered = listeners;
}

/** @throws Error when no listeners are registered, because the work of the event would be lost silently */
function workOf<Name extends EventName>(name: Name, event: Events[Name]): Work[] {
  if (registered === null) throw new Error("No listeners are registered: call listen() first");
  return (registered[name] ?? []).flatMap((listener) => listener(event) ?? []);
}

/**
 * Returns the statement that stores the work of an event, with one row per listener so that each is retried separately.
 * Returns no statement if there is no work. Put the statement into the batch of the change, and call relaySoon()
 * afterwards.
 */
export function emit<Name extends EventName>(deps: Deps, name: Name, event: Events[Name]) {
  const work = workOf(name, event).map(({ kind, payload, dueAt }) => ({ kind, payload, dueAt: dueAt?.getTime() }));
  if (work.length === 0) return [];
  const from = sql`FROM json_each(${JSON.stringify(work)})`;
  const field = (name: string) => sql`json_extract(value, ${`$.${name}`})`;
  return [insertSelected(deps, { kind: field("kind"), payload: field("payload"), dueAt: field("dueAt"), from })];
}
