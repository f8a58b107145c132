import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Subscriptions with their last known state. */
export const vipSubscriptions = sqliteTable(
  "vip_subscriptions",
  {
    /** Stripe's id of the subscription. */
    id: text().primaryKey(),
    customerId: text().notNull(),
    /** The email address in lower case. Null until it is known. */
    emailKey: text(),
    /** Stripe's status: active, trialing, past_due, canceled, unpaid, incomplete… */
    status: text().notNull(),
    currentPeriodEnd: integer({ mode: "timestamp_ms" }),
    cancelAtPeriodEnd: integer({ mode: "boolean" }).notNull().default(false),
    /** True if the subscription is charged at one of our prices (STRIPE_PRICE_IDS). Other products grant no access. */
    isListed: integer({ mode: "boolean" }).notNull().default(true),
    /** True if a paid invoice was fully refunded or is disputed, and no invoice has been paid with money since. */
    isReversed: integer({ mode: "boolean" }).notNull().default(false),
    /** The only definition of paid access. 'active' and 'trialing' are Stripe's states for a running subscription. */
    hasAccess: integer({ mode: "boolean" }).generatedAlwaysAs(
      sql`status IN ('active', 'trialing') AND is_listed AND NOT is_reversed`,
      { mode: "virtual" },
    ),
    /**
     * Time of the event that set the state, with the event's rank added as milliseconds. Older events do not change the
     * state.
     */
    stateFrom: integer({ mode: "timestamp_ms" }).notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /**
     * Time at which the buyer was subscribed and welcomed. This happens only once, so that unsubscribing later is
     * final.
     */
    welcomedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    index("vip_subscriptions_email").on(table.emailKey),
    index("vip_subscriptions_customer").on(table.customerId),
    index("vip_subscriptions_created").on(table.createdAt),
  ],
);

/** Invoices that were paid with money, for finding the subscription of a refund. */
export const vipInvoices = sqliteTable(
  "vip_invoices",
  {
    /** Stripe's id of the invoice. */
    id: text().primaryKey(),
    subscriptionId: text().notNull(),
    paidAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("vip_invoices_subscription").on(table.subscriptionId, table.paidAt),
    index("vip_invoices_paid").on(table.paidAt),
  ],
);

/** Charges and payment intents that paid an invoice or were reversed. The events may arrive in any order. */
export const vipPayments = sqliteTable(
  "vip_payments",
  {
    /** Stripe's id of the charge or payment intent. */
    id: text().primaryKey(),
    /** The paid invoice. Null until an event names it. */
    invoiceId: text(),
    /**
     * Reason why the payment was reversed. Null if the payment was not reversed. A refund remains even if a dispute is
     * won.
     */
    reversal: text().$type<"refund" | "dispute">(),
    /** Time of the reversal, from the event. */
    reversedAt: integer({ mode: "timestamp_ms" }),
    /** Time at which a dispute was won. Winning a dispute cancels earlier disputes. */
    disputeWonAt: integer({ mode: "timestamp_ms" }),
    seenAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("vip_payments_invoice").on(table.invoiceId), index("vip_payments_seen").on(table.seenAt)],
);

/** Processed Stripe events, stored so that each event counts only once. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    receivedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("stripe_events_received").on(table.receivedAt)],
);
