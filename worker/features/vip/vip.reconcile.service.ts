import * as z from "zod/mini";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/mail-layout.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { daily, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { stripeSubscriptions } from "./stripe.ts";
import { reconsiderSubscriptions } from "./payments.repo.ts";
import { emailKeyIn, subscriptionIn } from "./stripe-objects.ts";
import { isEnded, isListed, isSellable } from "./vip.policy.ts";
import { fillAddresses, insertStates, updateStates } from "./vip.reconcile.repo.ts";
import { type StoredState, subscriptionsByIds, welcomeWhenDue } from "./vip.repo.ts";
import { prunePayments } from "./vip.service.ts";

const RECONCILE_JOB = "vip.reconcile";

/** Pages of a run; the next run goes on behind them. */
const PAGES = 20;
/** Stripe would give 100, but D1 binds no more than 100 values to a query. */
const PAGE_SIZE = 90;

const withCustomer = z.object({ customer: z.object({ email: z.optional(z.nullable(z.string())) }) });

/** A subscription as Stripe lists it now. */
interface Told extends StoredState {
  emailKey: string | null;
}

/**
 * Compares what is stored with what Stripe says, and corrects it: events get lost when the webhook is down for longer
 * than Stripe tries. Does nothing without a key, or without the prices of production.
 * @throws what Stripe or the database failed with, after the operator was told
 */
async function reconcileVip(deps: Deps): Promise<void> {
  const key = deps.config.stripeSecretKey;
  if (!key || !isSellable(deps.config)) return;
  try {
    await walk(deps, key);
  } catch (error) {
    // A cursor that Stripe does not know would fail every run.
    await writeCursor(deps, RECONCILE_JOB, null);
    await notifyOperator(
      deps,
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
    // Events tell whole seconds: one of this very second is newer than the list, so that it counts.
    const asOf = new Date(Math.floor(deps.now().getTime() / 1000) * 1000);
    const { subscriptions, hasMore } = await stripeSubscriptions(deps, key, cursor, PAGE_SIZE);
    const told = subscriptions.map((object) => readListed(deps, object)).filter((one) => one !== null);
    seen += subscriptions.length;
    corrected += await correct(deps, told, asOf);
    cursor = hasMore ? (told.at(-1)?.id ?? null) : null;
    await writeCursor(deps, RECONCILE_JOB, cursor);
    if (cursor === null) break;
  }
  deps.log.info("vip.reconciled", { seen, corrected });
  if (corrected > 0) relaySoon(deps);
}

function readListed(deps: Deps, object: unknown): Told | null {
  const told = subscriptionIn(object);
  if (!told) return null;
  const { prices, ...state } = told;
  const customer = withCustomer.safeParse(object);
  const emailKey = customer.success ? emailKeyIn(customer.data.customer.email) : null;
  return { ...state, isListed: isListed(deps.config, prices), emailKey };
}

/** @returns how many were corrected */
async function correct(deps: Deps, told: readonly Told[], asOf: Date): Promise<number> {
  const stored = new Map(
    (
      await subscriptionsByIds(
        deps,
        told.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const unknown: Told[] = [];
  const changed: Told[] = [];
  const unaddressed: Told[] = [];
  for (const one of told) {
    const row = stored.get(one.id);
    if (!row) {
      // One that is over, or of another product, and was never known is nobody's business here.
      if (!isEnded(one.status) && one.isListed) unknown.push(one);
      continue;
    }
    if (differs(row, one)) changed.push(one);
    // Only of one that may still be charged: an address that was forgotten stays so.
    if (row.emailKey === null && one.emailKey !== null && !isEnded(one.status) && one.isListed) unaddressed.push(one);
  }
  const corrected = [...new Set([...unknown, ...changed, ...unaddressed])];
  if (corrected.length === 0) return 0;
  const ids = corrected.map(({ id }) => id);
  await deps.db.batch([
    insertStates(deps, unknown, asOf),
    updateStates(deps, changed, asOf),
    fillAddresses(deps, unaddressed),
    reconsiderSubscriptions(deps, ids),
    welcomeWhenDue(deps, ids),
  ]);
  return corrected.length;
}

function differs(row: StoredState, told: StoredState): boolean {
  return (
    row.status !== told.status ||
    row.isListed !== told.isListed ||
    row.customerId !== told.customerId ||
    row.cancelAtPeriodEnd !== told.cancelAtPeriodEnd ||
    row.currentPeriodEnd?.getTime() !== told.currentPeriodEnd?.getTime()
  );
}

export const vipJobs: readonly ScheduledJob[] = [
  { name: RECONCILE_JOB, due: daily, run: reconcileVip },
  { name: "vip.prune", due: daily, run: prunePayments },
];
