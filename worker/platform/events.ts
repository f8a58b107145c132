import { sql } from "drizzle-orm";
import type { EventName, Events } from "./event-types.ts";
import type { OutboxKind, OutboxPayload } from "./outbox.schemas.ts";
import type { Deps } from "./deps.ts";
import { insertSelected } from "./outbox.ts";

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

function insertWork(deps: Deps, work: readonly Work[], isOnlyIfChanged: boolean) {
  const rows = JSON.stringify(work.map(({ kind, payload, dueAt }) => ({ kind, payload, dueAt: dueAt?.getTime() })));
  return insertSelected(deps, {
    kind: sql`json_extract(value, '$.kind')`,
    payload: sql`json_extract(value, '$.payload')`,
    dueAt: sql`json_extract(value, '$.dueAt')`,
    from: sql`FROM json_each(${rows}) WHERE ${isOnlyIfChanged ? sql`changes() > 0` : sql`true`}`,
  });
}

/**
 * The statement that stores the work of an event, a row for each listener, so that each is tried again for itself. Put it
 * into the batch of the change, and call relaySoon() after it.
 */
export const emit = <Name extends EventName>(deps: Deps, name: Name, event: Events[Name]) =>
  insertWork(deps, workOf(name, event), false);

/**
 * {@link emit} behind a conditional change in the same batch: the work is stored only when the statement before it changed
 * a row. No statement where nobody has work, so that the next one sees the same change.
 */
export function emitIfChanged<Name extends EventName>(deps: Deps, name: Name, event: Events[Name]) {
  const work = workOf(name, event);
  return work.length === 0 ? [] : [insertWork(deps, work, true)];
}
