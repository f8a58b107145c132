import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Subscriptions as Stripe last told of them. */
export const vipSubscriptions = sqliteTable(
  "vip_subscriptions",
  {
    /** Stripe's id of the subscription. */
    id: text().primaryKey(),
    customerId: text().notNull(),
    /** Lower case; null until the checkout has told it. */
    emailKey: text(),
    /** Stripe's: active, trialing, past_due, canceled, unpaid, incomplete… */
    status: text().notNull(),
    currentPeriodEnd: integer({ mode: "timestamp_ms" }),
    cancelAtPeriodEnd: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether an event showed one of our prices (STRIPE_PRICE_IDS): other products of the account give no access. */
    isListed: integer({ mode: "boolean" }).notNull().default(true),
    /** Whether a paid invoice was refunded in full or is disputed, and none was paid with money since. */
    isReversed: integer({ mode: "boolean" }).notNull().default(false),
    /** The one rule of who has paid access now. 'active' and 'trialing' are Stripe's words for a running subscription. */
    hasAccess: integer({ mode: "boolean" }).generatedAlwaysAs(
      sql`status IN ('active', 'trialing') AND is_listed AND NOT is_reversed`,
      { mode: "virtual" },
    ),
    /** Time of the event that the state is from, its rank within the second as milliseconds: older ones change nothing. */
    stateFrom: integer({ mode: "timestamp_ms" }).notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** When its buyer was subscribed and welcomed: once, whoever leaves the list afterwards has left it. */
    welcomedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    index("vip_subscriptions_email").on(table.emailKey),
    index("vip_subscriptions_customer").on(table.customerId),
    index("vip_subscriptions_created").on(table.createdAt),
  ],
);

/** Invoices that were paid with money, so that a refund finds the subscription it is about. */
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

/** Charges and payment intents that paid an invoice or were taken back; the two may be told in either order. */
export const vipPayments = sqliteTable(
  "vip_payments",
  {
    /** Stripe's id of the charge or payment intent. */
    id: text().primaryKey(),
    /** Null until an event says which invoice it paid. */
    invoiceId: text(),
    /** Why the money went back, if it did. A refund stays, whatever becomes of a dispute. */
    reversal: text().$type<"refund" | "dispute">(),
    /** When that was, by the event that told it. */
    reversedAt: integer({ mode: "timestamp_ms" }),
    /** When a dispute ended without a loss: one that was begun before took nothing. */
    disputeWonAt: integer({ mode: "timestamp_ms" }),
    seenAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("vip_payments_invoice").on(table.invoiceId), index("vip_payments_seen").on(table.seenAt)],
);

/** Events taken, so that each counts once. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    receivedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("stripe_events_received").on(table.receivedAt)],
);
