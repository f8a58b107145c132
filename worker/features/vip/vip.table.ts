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
