import * as z from "zod/mini";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { daily, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { stripeSubscriptions } from "./stripe.ts";
import { recomputeSubscriptions } from "./payments.repo.ts";
import { emailKeyIn, subscriptionIn } from "./stripe-objects.ts";
import { isEnded, isListed, isSellable } from "./vip.policy.ts";
import { type StripeState, fillAddresses, insertStates, updateStates } from "./vip.reconcile.repo.ts";
import { type StoredState, subscriptionsByIds, welcomeIfDue } from "./vip.repo.ts";
import { prunePayments } from "./vip.service.ts";

const RECONCILE_JOB = "vip.reconcile";

/** Pages per run; the next run continues. */
const PAGES = 20;
/** Stripe's maximum is 100, but D1 binds at most 100 values per query. */
const PAGE_SIZE = 90;

const withCustomer = z.object({ customer: z.object({ email: z.optional(z.nullable(z.string())) }) });

/**
 * Compares the stored subscriptions with Stripe's and corrects them, because events are lost when the webhook is down
 * for longer than Stripe retries. Does nothing without a key, or without prices in production.
 * @throws errors of Stripe or the database, after notifying the operator
 */
async function reconcileVip(deps: Deps): Promise<void> {
  const key = deps.config.stripeSecretKey;
  if (!key || !isSellable(deps.config)) return;
  try {
    await walk(deps, key);
  } catch (error) {
    // A cursor unknown to Stripe would fail every run.
    await writeCursor(deps, RECONCILE_JOB, null);
    await notifyOperator(
      deps,
      "payments.not_compared",
      "Payments could not be compared",
      "The daily comparison of VIP subscriptions with Stripe failed; the log says why. It is tried again tomorrow, and the webhook works on meanwhile.",
    );
    throw error;
  }
}

async function walk(deps: Deps, key: string): Promise<void> {
  let cursor = await readCursor(deps, RECONCILE_JOB);
  let seen = 0;
  let corrected = 0;
  for (let page = 0; page < PAGES; page += 1) {
    // Event times are whole seconds, so an event of this second counts as newer than the list.
    const asOf = new Date(Math.floor(deps.now().getTime() / 1000) * 1000);
    const { subscriptions, hasMore } = await stripeSubscriptions(deps, key, cursor, PAGE_SIZE);
    const listed = subscriptions.map((object) => readListed(deps, object)).filter((one) => one !== null);
    seen += subscriptions.length;
    corrected += await correct(deps, listed, asOf);
    cursor = hasMore ? (listed.at(-1)?.id ?? null) : null;
    await writeCursor(deps, RECONCILE_JOB, cursor);
    if (cursor === null) break;
  }
  deps.log.info("vip.reconciled", { seen, corrected });
  if (corrected > 0) relaySoon(deps);
}

function readListed(deps: Deps, object: unknown): StripeState | null {
  const parsed = subscriptionIn(object);
  if (!parsed) return null;
  const { prices, ...state } = parsed;
  const customer = withCustomer.safeParse(object);
  const emailKey = customer.success ? emailKeyIn(customer.data.customer.email) : null;
  return { ...state, isListed: isListed(deps.config, prices), emailKey };
}

/** @returns how many were corrected */
async function correct(deps: Deps, states: readonly StripeState[], asOf: Date): Promise<number> {
  const rows = await subscriptionsByIds(
    deps,
    states.map(({ id }) => id),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const unknown: StripeState[] = [];
  const changed: StripeState[] = [];
  const unaddressed: StripeState[] = [];
  for (const one of states) {
    const row = stored.get(one.id);
    if (!row) {
      // Ended subscriptions and those of other products are ignored unless they are known.
      if (!isEnded(one.status) && one.isListed) unknown.push(one);
      continue;
    }
    if (differs(row, one)) changed.push(one);
    // Not for ended subscriptions, whose addresses may have been erased.
    if (row.emailKey === null && one.emailKey !== null && !isEnded(one.status) && one.isListed) unaddressed.push(one);
  }
  const corrected = [...new Set([...unknown, ...changed, ...unaddressed])];
  if (corrected.length === 0) return 0;
  const ids = corrected.map(({ id }) => id);
  await deps.db.batch([
    insertStates(deps, unknown, asOf),
    updateStates(deps, changed, asOf),
    fillAddresses(deps, unaddressed),
    recomputeSubscriptions(deps, ids),
    welcomeIfDue(deps, ids),
  ]);
  return corrected.length;
}

function differs(row: StoredState, state: StoredState): boolean {
  return (
    row.status !== state.status ||
    row.isListed !== state.isListed ||
    row.customerId !== state.customerId ||
    row.cancelAtPeriodEnd !== state.cancelAtPeriodEnd ||
    row.currentPeriodEnd?.getTime() !== state.currentPeriodEnd?.getTime()
  );
}

export const vipJobs: readonly ScheduledJob[] = [
  { name: RECONCILE_JOB, due: daily, run: reconcileVip },
  { name: "vip.prune", due: daily, run: prunePayments },
];
