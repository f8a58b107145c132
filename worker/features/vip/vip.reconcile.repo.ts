import { sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import type { StoredState } from "./vip.repo.ts";
import { vipSubscriptions } from "./vip.table.ts";

// Statements for many subscriptions each, because a daily run compares up to 1,800 and a cron invocation has 500
// statements for all jobs.

/** A subscription from Stripe with its customer's address. */
export type StripeState = StoredState & { emailKey: string | null };

/** Subscriptions as SQL rows `told`, bound as one value. */
function stateRows(subscriptions: readonly StripeState[]) {
  const rows = subscriptions.map((one) => ({
    ...one,
    currentPeriodEnd: one.currentPeriodEnd?.getTime() ?? null,
    cancelAtPeriodEnd: one.cancelAtPeriodEnd ? 1 : 0,
    isListed: one.isListed ? 1 : 0,
  }));
  return sql`json_each(${JSON.stringify(rows)}) AS states`;
}

const value = (name: keyof StripeState) => sql.raw(`json_extract(states.value, '$.${name}')`);

/** The statement that inserts unknown subscriptions. */
export function insertStates(deps: Deps, subscriptions: readonly StripeState[], asOf: Date) {
  // Values follow the order of the table's columns, except the generated one.
  const values = [
    value("id"),
    value("customerId"),
    value("emailKey"),
    value("status"),
    value("currentPeriodEnd"),
    value("cancelAtPeriodEnd"),
    value("isListed"),
    sql`false`,
    sql`${asOf.getTime()}`,
    sql`${deps.now().getTime()}`,
    sql`NULL`,
  ];
  return deps.db
    .insert(vipSubscriptions)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${stateRows(subscriptions)} WHERE true`)
    .onConflictDoNothing();
}

/** The statement that updates the states of subscriptions unless the stored ones are newer. */
export function updateStates(deps: Deps, subscriptions: readonly StripeState[], asOf: Date) {
  return deps.db
    .update(vipSubscriptions)
    .set({
      customerId: value("customerId"),
      status: value("status"),
      currentPeriodEnd: value("currentPeriodEnd"),
      cancelAtPeriodEnd: value("cancelAtPeriodEnd"),
      isListed: value("isListed"),
      stateFrom: asOf,
    })
    .from(stateRows(subscriptions))
    .where(sql`${vipSubscriptions.id} = ${value("id")} AND ${vipSubscriptions.stateFrom} <= ${asOf.getTime()}`);
}

/** The statement that fills missing addresses. */
export function fillAddresses(deps: Deps, subscriptions: readonly StripeState[]) {
  return deps.db
    .update(vipSubscriptions)
    .set({ emailKey: value("emailKey") })
    .from(stateRows(subscriptions))
    .where(sql`${vipSubscriptions.id} = ${value("id")} AND ${vipSubscriptions.emailKey} IS NULL`);
}
