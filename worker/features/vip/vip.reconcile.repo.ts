import { sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import type { StoredState } from "./vip.repo.ts";
import { vipSubscriptions } from "./vip.table.ts";

// One statement for many subscriptions: a daily comparison goes through up to 1,800, and an invocation of the cron has
// 500 statements for all jobs.

/** A subscription, and the address that Stripe has for it. */
type Told = StoredState & { emailKey: string | null };

/** Some subscriptions as rows of `told`: one bound value, however many they are. */
function toldRows(subscriptions: readonly Told[]) {
  const rows = subscriptions.map((one) => ({
    ...one,
    currentPeriodEnd: one.currentPeriodEnd?.getTime() ?? null,
    cancelAtPeriodEnd: one.cancelAtPeriodEnd ? 1 : 0,
    isListed: one.isListed ? 1 : 0,
  }));
  return sql`json_each(${JSON.stringify(rows)}) AS told`;
}

const value = (name: keyof Told) => sql.raw(`json_extract(told.value, '$.${name}')`);

/** The statement that stores subscriptions nobody told of before. */
export function insertStates(deps: Deps, subscriptions: readonly Told[], asOf: Date) {
  // In the order of the table's columns, without the generated one.
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
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${toldRows(subscriptions)} WHERE true`)
    .onConflictDoNothing();
}

/** The statement that takes the states of subscriptions, unless what is stored is from a later moment. */
export function updateStates(deps: Deps, subscriptions: readonly Told[], asOf: Date) {
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
    .from(toldRows(subscriptions))
    .where(sql`${vipSubscriptions.id} = ${value("id")} AND ${vipSubscriptions.stateFrom} <= ${asOf.getTime()}`);
}

/** The statement that gives subscriptions the addresses they lack. */
export function fillAddresses(deps: Deps, subscriptions: readonly Told[]) {
  return deps.db
    .update(vipSubscriptions)
    .set({ emailKey: value("emailKey") })
    .from(toldRows(subscriptions))
    .where(sql`${vipSubscriptions.id} = ${value("id")} AND ${vipSubscriptions.emailKey} IS NULL`);
}
