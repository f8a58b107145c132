import type { BatchItem } from "drizzle-orm/batch";
import * as z from "zod/mini";
import type { Deps } from "../../platform/deps.ts";
import { tellOperator } from "../../platform/operator-mail.ts";
import { outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { stripeSubscriptions } from "./stripe.ts";
import { emailKeyIn, type SubscriptionState, subscriptionStateIn } from "./stripe-events.ts";
import { isEnded, isRunning } from "./vip.policy.ts";
import { fillAddress, insertState, subscriptionsByIds, upsertState } from "./vip.repo.ts";
import { VIP_STARTED } from "./vip.webhook.service.ts";

export const RECONCILE_JOB = "vip.reconcile";

/** Pages of a run; the next run goes on behind them. */
const PAGES = 20;
/** Stripe would give 100, but D1 binds no more than 100 values to a query. */
const PAGE_SIZE = 90;

const withCustomer = z.object({ customer: z.object({ email: z.optional(z.nullable(z.string())) }) });

/** A subscription as Stripe lists it now. */
interface Told extends SubscriptionState {
  emailKey: string | null;
}

/**
 * Compares what is stored with what Stripe says, and corrects it: events get lost when the webhook is down for longer
 * than Stripe tries. Does nothing without a key.
 * @throws what Stripe or the database failed with, after the operator was told
 */
export async function reconcileVip(deps: Deps): Promise<void> {
  const key = deps.config.stripeSecretKey;
  if (!key) return;
  try {
    await walk(deps, key);
  } catch (error) {
    // A cursor that Stripe does not know would fail every run.
    await writeCursor(deps, RECONCILE_JOB, null);
    await tellOperator(
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
    const told = subscriptions.map(readListed).filter((one) => one !== null);
    seen += subscriptions.length;
    corrected += await correct(deps, told, asOf);
    cursor = hasMore ? (told.at(-1)?.id ?? null) : null;
    await writeCursor(deps, RECONCILE_JOB, cursor);
    if (cursor === null) break;
  }
  deps.log.info("vip.reconciled", { seen, corrected });
  if (corrected > 0) relaySoon(deps);
}

function readListed(object: unknown): Told | null {
  const state = subscriptionStateIn(object);
  if (!state) return null;
  const customer = withCustomer.safeParse(object);
  return { ...state, emailKey: customer.success ? emailKeyIn(customer.data.customer.email) : null };
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
  let corrected = 0;
  const statements: BatchItem<"sqlite">[] = [];
  for (const { emailKey, ...state } of told) {
    const row = stored.get(state.id);
    const started = outboxIfChanged(deps, VIP_STARTED, { subscriptionId: state.id });
    const isNewVip = emailKey !== null && isRunning(state.status);
    const before = statements.length;
    if (!row) {
      // One that is over and was never known is nobody's business here.
      if (!isEnded(state.status)) {
        statements.push(insertState(deps, { ...state, emailKey }, asOf), ...(isNewVip ? [started] : []));
      }
    } else {
      if (differs(row, state)) statements.push(upsertState(deps, state, asOf));
      // Only of a running one: an address that was forgotten stays so.
      if (row.emailKey === null && isNewVip) statements.push(fillAddress(deps, state.id, emailKey), started);
    }
    if (statements.length > before) corrected += 1;
  }
  const [first, ...others] = statements;
  if (first) await deps.db.batch([first, ...others]);
  return corrected;
}

function differs(row: SubscriptionState, told: SubscriptionState): boolean {
  return (
    row.status !== told.status ||
    row.customerId !== told.customerId ||
    row.cancelAtPeriodEnd !== told.cancelAtPeriodEnd ||
    row.currentPeriodEnd?.getTime() !== told.currentPeriodEnd?.getTime()
  );
}
