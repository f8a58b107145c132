import { createECDH } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { endOfQuietHours } from "./toronto-time.ts";
import { DAY_MS } from "../contracts/days.ts";
import {
  BROWSERS_PER_ADDRESS,
  type PushBrowserRecord,
  PUSHES_PER_DAY,
  type PushMessage,
  type PushTopic,
} from "../contracts/push.ts";
import type { PushSubscriptionInput } from "../contracts/push.schemas.ts";
import { RETENTION_DAYS } from "../contracts/retention.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import { insertSelected, type OutboxHandlers, relaySoon } from "./outbox.ts";
import { daily, type ScheduledJob } from "./schedule.ts";
import { pushBrowsers, pushMessages } from "./tables.ts";

/** Time for which a push service keeps a message for a browser that is offline, in seconds. */
const KEPT_S = 12 * 3_600;
/** Maximum time to wait for a push service. */
const LIMIT_MS = 10_000;
/** Purpose for sealing and hashing endpoints and keys (tokens.ts). */
const USE = "push";

type Subscription = Pick<PushSubscriptionInput, "endpoint" | "keys">;

/**
 * Returns the key pair that identifies this site to push services (VAPID, RFC 8292), in base64url. The pair is derived
 * from the key of address hashes, so it needs no separate secret and survives a change of SESSION_SECRET. A new pair
 * would end every subscription.
 */
export async function vapidKeys(deps: Deps): Promise<{ publicKey: string; privateKey: string }> {
  const secret = await deps.tokens.keyBytes("vapid");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  return {
    publicKey: pair.getPublicKey("base64url"),
    privateKey: secret.toBase64({ alphabet: "base64url", omitPadding: true }),
  };
}

const endpointHashOf = (deps: Deps, endpoint: string) => deps.tokens.keyedHash("push-endpoint", endpoint);

/** A push message for the browsers of an email address. */
export interface MessageFor {
  addressHash: string;
  /** The subject of the message. A browser gets only one message about a subject. */
  about: string;
  message: PushMessage;
}

/**
 * Returns the statement that stores messages for the browsers that receive a topic for given email addresses. The
 * messages are sent outside quiet hours.
 */
export const browserMessages = (deps: Deps, topic: PushTopic, messages: readonly MessageFor[]) =>
  insertSelected(deps, {
    kind: sql`'push.send'`,
    payload: sql`json_object('browserId', browser.id, 'about', value ->> 'about', 'message', json(value -> 'message'))`,
    dueAt: sql`${endOfQuietHours(deps.now())?.getTime() ?? null}`,
    from: sql`FROM json_each(${JSON.stringify(messages)}) CROSS JOIN push_browsers AS browser
      INDEXED BY push_browsers_address ON browser.address_hash = value ->> 'addressHash' AND browser.${sql.raw(topic)} = 1`,
  });

/**
 * Stores messages for the browsers of given email addresses. Safe to repeat, because a browser gets only one message
 * per subject.
 */
export async function storeBrowserMessages(
  deps: Deps,
  topic: PushTopic,
  messages: readonly MessageFor[],
): Promise<void> {
  if (messages.length === 0) return;
  await browserMessages(deps, topic, messages);
  relaySoon(deps);
}

/**
 * Stores the topics of a browser, and sends it a test message. A browser that belonged to another email address is
 * reassigned to this address. If the address has more than {@link BROWSERS_PER_ADDRESS} browsers, the oldest is
 * removed.
 */
export async function addBrowser(
  deps: Deps,
  addressHash: string,
  topics: readonly PushTopic[],
  { endpoint, keys }: Subscription,
): Promise<void> {
  const now = deps.now();
  const endpointHash = await endpointHashOf(deps, endpoint);
  const isSame = sql`push_browsers.address_hash = excluded.address_hash`;
  const kept = (topic: PushTopic) =>
    sql`iif(${isSame}, max(push_browsers.${sql.raw(topic)}, excluded.${sql.raw(topic)}), excluded.${sql.raw(topic)})`;
  const message: PushMessage = {
    title: `${deps.config.siteName} can reach you here`,
    body: "This is how it looks. “Stop these” below ends it.",
    path: "/",
    tag: "test",
  };
  await deps.db.batch([
    deps.db
      .insert(pushBrowsers)
      .values({
        addressHash,
        endpointHash,
        sealed: await deps.tokens.seal(USE, JSON.stringify({ endpoint, keys } satisfies Subscription)),
        alerts: topics.includes("alerts"),
        discussions: topics.includes("discussions"),
        createdAt: now,
        usedAt: now,
      })
      .onConflictDoUpdate({
        target: pushBrowsers.endpointHash,
        set: {
          alerts: kept("alerts"),
          discussions: kept("discussions"),
          addressHash: sql`excluded.address_hash`,
          sealed: sql`excluded.sealed`,
          usedAt: now,
        },
      }),
    deps.db.delete(pushBrowsers).where(
      sql`id IN (SELECT id FROM push_browsers WHERE address_hash = ${addressHash} ORDER BY id DESC
        LIMIT -1 OFFSET ${BROWSERS_PER_ADDRESS})`,
    ),
    insertSelected(deps, {
      kind: sql`'push.send'`,
      payload: sql`json_object('browserId', id, 'about', ${`test:${deps.newId()}`}, 'message', json(${JSON.stringify(message)}))`,
      dueAt: sql`NULL`,
      from: sql`FROM push_browsers WHERE endpoint_hash = ${endpointHash}`,
    }),
  ]);
  relaySoon(deps);
}

/** Ends the messages to a browser. A repeated call changes nothing. */
export async function removeBrowser(deps: Deps, endpoint: string): Promise<void> {
  await deps.db.delete(pushBrowsers).where(eq(pushBrowsers.endpointHash, await endpointHashOf(deps, endpoint)));
}

/** Ends the messages to all browsers of an email address. */
export async function removeBrowsersOf(deps: Deps, addressHash: string): Promise<void> {
  await deps.db.delete(pushBrowsers).where(eq(pushBrowsers.addressHash, addressHash));
}

async function subscriptionOf(deps: Deps, sealed: string): Promise<Subscription | null> {
  const text = await deps.tokens.unseal(USE, sealed);
  return text === null ? null : (JSON.parse(text) as Subscription);
}

/** Returns the browsers that get messages for an email address, to show them to its owner. */
export async function personalBrowsers(deps: Deps, addressHash: string): Promise<PushBrowserRecord[]> {
  const rows = await deps.db.select().from(pushBrowsers).where(eq(pushBrowsers.addressHash, addressHash));
  return Promise.all(
    rows.map(async ({ sealed, alerts, discussions, createdAt }) => ({
      service: new URL((await subscriptionOf(deps, sealed))?.endpoint ?? "https://unknown.invalid").hostname,
      topics: [...(alerts ? (["alerts"] as const) : []), ...(discussions ? (["discussions"] as const) : [])],
      since: createdAt.toISOString(),
    })),
  );
}

/** Claims a message. Fails if the browser already got it or has reached its limit for 24 hours. */
async function claim(deps: Deps, browserId: number, about: string): Promise<boolean> {
  const now = deps.now().getTime();
  const rows = await deps.db
    .insert(pushMessages)
    .select(
      sql`SELECT ${browserId}, ${about}, ${now} WHERE (SELECT count(*) FROM push_messages
        WHERE browser_id = ${browserId} AND at > ${now - DAY_MS}) < ${PUSHES_PER_DAY}`,
    )
    .onConflictDoNothing()
    .returning({ about: pushMessages.about });
  return rows.length > 0;
}

/**
 * Posts a message to a push service. @returns its status, or null when it is unknown whether the service accepted it
 */
async function post(deps: Deps, subscription: Subscription, message: PushMessage): Promise<number | null> {
  const { buildPushPayload } = await import("@block65/webcrypto-web-push");
  const vapid = { subject: `mailto:${deps.config.contactEmail}`, ...(await vapidKeys(deps)) };
  const payload = await buildPushPayload(
    { data: { ...message }, options: { ttl: KEPT_S } },
    { ...subscription, expirationTime: null },
    vapid,
  );
  const ended = new AbortController();
  const cancel = deps.after(LIMIT_MS, () => ended.abort());
  try {
    const { headers, body } = payload;
    const response = await deps.fetch(subscription.endpoint, {
      method: "POST",
      headers: new Headers(Object.entries(headers).filter(([name]) => name !== "content-length")),
      body,
      redirect: "manual",
      signal: ended.signal,
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    deps.log.warn("push.unclear", { error: error instanceof Error ? error.name : "unknown" });
    return null;
  } finally {
    cancel();
  }
}

/** Statuses of an endpoint that no longer exists (RFC 8030, section 7.3). */
const GONE: ReadonlySet<number> = new Set([404, 410]);
const isBusy = (status: number) => status === 429 || status >= 500;

/**
 * Sends a message at most once. If the push service is busy, sends it later. Deletes an endpoint that no longer exists.
 */
const sendPush: OutboxHandlers["push.send"] = async (deps, { browserId, about, message }) => {
  const [browser] = await deps.db.select().from(pushBrowsers).where(eq(pushBrowsers.id, browserId)).limit(1);
  if (!browser || !(await claim(deps, browserId, about))) return;
  const subscription = await subscriptionOf(deps, browser.sealed);
  const status = subscription === null ? 410 : await post(deps, subscription, message);
  if (status === null) return;
  if (GONE.has(status)) {
    await deps.db.delete(pushBrowsers).where(eq(pushBrowsers.id, browserId));
    return;
  }
  if (isBusy(status)) {
    await deps.db.delete(pushMessages).where(and(eq(pushMessages.browserId, browserId), eq(pushMessages.about, about)));
    throw new Error(`The push service answered ${status}`);
  }
  if (status >= 300) deps.log.warn("push.refused", { status });
  else await deps.db.update(pushBrowsers).set({ usedAt: deps.now() }).where(eq(pushBrowsers.id, browserId));
};

export const pushOutbox = { "push.send": sendPush } satisfies Partial<OutboxHandlers>;

export const pushJobs: readonly ScheduledJob[] = [
  {
    name: "push.forget",
    due: daily,
    run: async (deps, time) => {
      const before = (days: number) => time.getTime() - days * DAY_MS;
      await deleteInBatches(deps, "push_messages", sql`at < ${before(RETENTION_DAYS.pushMessage)}`);
      await deleteInBatches(deps, "push_browsers", sql`used_at < ${before(RETENTION_DAYS.pushBrowser)}`);
    },
  },
];
