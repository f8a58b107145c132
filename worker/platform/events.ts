import { sql } from "drizzle-orm";
import type { Bedrooms } from "../contracts/bedrooms.ts";
import type { Deps } from "./deps.ts";
import type { OutboxKind, OutboxPayload } from "./outbox.schemas.ts";
import { insertSelected } from "./outbox.ts";

interface OfListing {
  listingId: number;
  /** Names a listing before it has an id, too. */
  photoPrefix: string;
}

/** A moderator's decision, and the moment from which it cannot be undone any more: nobody is notified before. */
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
 * Events by name, with the data for their listeners (worker/jobs.ts names those). An event is never stored: the work
 * that its listeners make of it is stored with the change.
 */
export interface Events {
  "listing.submitted": { photoPrefix: string; hasPhotos: boolean };
  /** `newAddressee` stands for the mail address where that changed. */
  "listing.edited": OfListing & { parts: readonly ListingPart[]; newAddressee?: string | null };
  /** A moderator listed it as another type; at once, unless it is a decision of its own. `about` names the change. */
  "listing.retyped": OfListing & { about: string | number; decision: Decided | null };
  /** It is public from now on, or again. */
  "listing.shown": OfListing;
  /** `isNews`: VIPs were not notified before. `isAppeal`: the answer to the appeal tells its landlord. */
  "listing.approved": OfListing & Decided & { isNews: boolean; isAppeal?: boolean };
  "listing.rejected": OfListing & Decided;
  /** A moderator asks its landlord something. */
  "listing.asked": OfListing & Decided;
  "appeal.decided": OfListing & Decided;
  /** A public listing waits no longer for a confirmation; without a decision where an edit ended that. */
  "listing.confirmed": { listingId: number; decisionId: string | null; dueAt: Date };
  /**
   * The rent of a public listing is lower from now on than it ever was in the 30 days before. Nobody is notified before
   * `dueAt`; without a decision where it cannot be undone.
   */
  "listing.rent_dropped": {
    listingId: number;
    fromCents: number;
    toCents: number;
    decisionId: string | null;
    dueAt: Date;
  };
  /** The figures that rents of a type are compared with are others now. */
  "market.changed": { bedrooms: Bedrooms };
  /** `confirmVersion` tells this confirmation from an earlier one. */
  "subscriber.confirmed": { subscriberId: number; confirmVersion: number };
}

type EventName = keyof Events;

/** Work for the outbox; without `dueAt` it is done at once. */
export type Work = {
  [Kind in OutboxKind]: { kind: Kind; payload: OutboxPayload<Kind>; dueAt?: Date | null };
}[OutboxKind];

/** Makes the work of an event that a feature cares for; null where there is none. Has no effects of its own. */
export type Listener<Name extends EventName> = (event: Events[Name]) => Work | null;
export type Listeners = { readonly [Name in EventName]: readonly Listener<Name>[] };

let registered: Partial<Listeners> | null = null;

/** Registers who listens to what; once, before anything happens. */
export function listen(listeners: Partial<Listeners>): void {
  registered = listeners;
}

/** @throws Error where nothing was registered: the work of an event would be lost without a word */
function workOf<Name extends EventName>(name: Name, event: Events[Name]): Work[] {
  if (registered === null) throw new Error("No listeners are registered: call listen() first");
  return (registered[name] ?? []).flatMap((listener) => listener(event) ?? []);
}

/**
 * The statement that stores the work of an event, a row for each listener, so that each is tried again for itself; none
 * where nobody has work. Put it into the batch of the change, and call relaySoon() after it.
 */
export function emit<Name extends EventName>(deps: Deps, name: Name, event: Events[Name]) {
  const work = workOf(name, event).map(({ kind, payload, dueAt }) => ({ kind, payload, dueAt: dueAt?.getTime() }));
  if (work.length === 0) return [];
  const from = sql`FROM json_each(${JSON.stringify(work)})`;
  const field = (name: string) => sql`json_extract(value, ${`$.${name}`})`;
  return [insertSelected(deps, { kind: field("kind"), payload: field("payload"), dueAt: field("dueAt"), from })];
}
