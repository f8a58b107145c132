import { understand } from "../../../worker/features/listings/search/understand/understand.ts";
import { env } from "cloudflare:workers";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { set } from "./automation.ts";
import { bulkComments } from "./forum-bulk.ts";
import { startThread, visitor } from "./forum.ts";
import { insertOldRows } from "./old-rows.ts";
import type { Site } from "./site.ts";
import { at, subscription } from "./stripe.ts";

const LISTINGS = 3_000;
const NUMBERS = (count: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
const run = (sql: string) => env.DB.prepare(sql).run();

/** A Stripe account with endless pages of 50 unknown subscriptions, and photos that all look alike. */
export const worstOutside = (real: Deps): Partial<Deps> => {
  let page = 0;
  return {
    fetch: async () => {
      page += 1;
      const data = Array.from({ length: 50 }, (_, n) =>
        subscription({ id: `sub_${page}_${n}`, customer: { id: `cus_${n}`, email: `new-${page}-${n}@example.com` } }),
      );
      return Response.json({ object: "list", data, has_more: true, url: "/v1/subscriptions" });
    },
    photos: {
      ...real.photos,
      fingerprint: async () => "0".repeat(32),
      encode: async () => {},
      list: async () => ({
        stored: Array.from({ length: 200 }, (_, n) => ({
          prefix: String(n).padStart(32, "f"),
          hash: "0".repeat(32),
          kind: "photo" as const,
          uploadedAt: new Date(0),
        })),
        cursor: null,
      }),
    },
  };
};

/** A subscriber who has not confirmed yet. */
const PENDING_SUBSCRIBER = 9_001;

/** Creates the maximum backlog for all cron jobs. @returns a thread with many followers */
export async function makeWorstSite(site: Site): Promise<{ threadId: number }> {
  const now = site.clock.now.getTime();
  const author = await visitor(site);
  const thread = await startThread(site, author, { title: "What is a fair rent for a studio?" });
  await bulkComments(thread.id, 3_000);
  for (let from = 1; from <= LISTINGS; from += 1_000) await run(bulkInsertSql(from, 1_000, now));
  await run(
    `UPDATE listings SET photos = json_array(json_object('hash', lower(hex(randomblob(16))), 'width', 800, 'height', 600))`,
  );
  await run(`UPDATE listings SET expires_at = 1 WHERE id <= 1200`);
  await run(`UPDATE listings SET expires_at = ${now + 3_600_000} WHERE id BETWEEN 1201 AND 1400`);
  await run(
    `UPDATE listings SET status = 'deleted', deleted_at = 1, deleted_by = 'admin' WHERE id BETWEEN 1401 AND 1600`,
  );
  await run(`UPDATE listings SET approved_at = 1 WHERE id > 2000`);
  await run(`${NUMBERS(40)} INSERT INTO waiting_photos (prefix, hash, part, base64, created_at)
    SELECT listings.photo_prefix, json_extract(listings.photos, '$[0].hash'), 0, 'AAAA', 1 FROM n JOIN listings ON listings.id = 1600 + n.i`);
  await run(`${NUMBERS(3_000)} INSERT INTO subscribers (email, email_key, address_hash, status, created_at, confirmed_at)
    SELECT 'v' || i || '@example.com', 'v' || i || '@example.com', 'v' || i, 'confirmed', 1, 1 FROM n`);
  await run(`INSERT INTO subscribers (id, email, email_key, address_hash, status, created_at)
    VALUES (${PENDING_SUBSCRIBER}, 'waits@example.com', 'waits@example.com', 'waits', 'pending', ${now})`);
  await run(`${NUMBERS(3_000)} INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at)
    SELECT 'sub' || i, 'cus' || i, 'v' || i || '@example.com', 'active', 1, 1 FROM n`);
  await run(`${NUMBERS(30)} INSERT INTO mailings (key, kind, scheduled_at, status)
    SELECT 'searches:' || i, 'searches', ${now}, iif(i % 2, 'sending', 'freezing') FROM n`);
  for (const [table, columns, values] of [
    [
      "audit_log",
      "at, actor, action, target_type, target_id, ip_address",
      "900000000000, 'admin', 'x', 'x', 'x', '203.0.113.' || (i % 250)",
    ],
    [
      "reports",
      "target_type, target_id, reason, reported_at, ip_address, once_key",
      "'listing', i, 'SCAM', 900000000000, '203.0.113.9', 'r' || i",
    ],
  ] as const)
    await run(`${NUMBERS(1_200)} INSERT INTO ${table} (${columns}) SELECT ${values} FROM n`);
  await run("UPDATE forum_comments SET created_at = 1, ip_address = '203.0.113.7', network = '203.0.113.7'");
  await run(
    `${NUMBERS(200)} INSERT INTO outbox (kind, payload, created_at, gave_up_at) SELECT 'cache.purge', '{"tags":["a"]}', ${now}, ${now} FROM n`,
  );
  await run(
    `${NUMBERS(200)} INSERT INTO outbox (kind, payload, created_at) SELECT 'cache.purge', '{"tags":["a"]}', ${now} FROM n`,
  );
  await run(`${NUMBERS(60)} INSERT INTO forum_follows (thread_id, email, email_key, address_hash, created_at, confirmed_at)
    SELECT ${thread.id}, 'w' || i || '@example.com', 'w' || i || '@example.com', 'w' || i, 1, 1 FROM n`);
  // One saved search per reader, with different words. Half of the searches were last confirmed long ago, and half have
  // an email due.
  await run(`${NUMBERS(1_200)} INSERT INTO alert_readers (email, email_key, address_hash, created_at)
    SELECT 's' || i || '@example.com', 's' || i || '@example.com', 's' || i, 1 FROM n`);
  await run(`${NUMBERS(1_200)} INSERT INTO saved_searches
    (reader_id, type, query, meant, search_hash, frequency, state, state_at, created_at, consent_version, wanted_at)
    SELECT i, 'all', 'q=quiet' || i, json_set('${JSON.stringify(understand(""))}', '$.words', json_array('quiet' || i)), i, 'daily', 'active', 1, 1, 'x', iif(i % 2, 1, ${now}) FROM n`);
  await run(`${NUMBERS(1_200)} INSERT INTO alert_keys (key, min_rent, max_rent, search_id)
    SELECT 'all|*', 0, 1000000000, i FROM n`);
  await run(`${NUMBERS(1_200)} INSERT INTO alert_matches (reader_id, listing_id, news, search_id, due_at, is_instant)
    SELECT i, 2100, 0, i, iif(i % 2, 1, ${now} + 86400000), 0 FROM n`);
  // The browser's keys cannot be decrypted, so no push message is sent.
  await run(`INSERT INTO push_browsers (address_hash, endpoint_hash, sealed, alerts, discussions, created_at, used_at)
    VALUES ('x', 'x', 'x', 1, 1, ${now}, ${now})`);
  await set(site, { enabled: "true", auto_create_comments: "true" });
  await insertOldRows(11_000);
  return { threadId: thread.id };
}

/** The most expensive outbox entry of each kind, for {@link makeWorstSite}. */
export const worstEntries = ({
  threadId,
}: {
  threadId: number;
}): Readonly<Record<string, Record<string, unknown>>> => ({
  "listing.smaller_photos": { listingId: 2_100 },
  "listing.draw_previews": { listingIds: [2_100, 2_101, 2_102, 2_103, 2_104] },
  "listing.compare_photos": { photoPrefix: `b${(2_100).toString(16).padStart(31, "0")}` },
  "listing.mail": { kind: "approved", photoPrefix: `b${(2_100).toString(16).padStart(31, "0")}`, about: 1 },
  "listing.no_answer_mail": { listingId: 2_100, email: "bulk-2100@example.com", day: "2026-11-20" },
  "listing.links_mail": { email: "bulk-2100@example.com", about: 1 },
  "market.compare_again": { bedrooms: "1 Bedroom", afterId: 2_000, isLastLook: false },
  "vip.started": { subscriptionId: "sub1" },
  "places.enrich": { listingId: 2_100 },
  "subscriber.sign_up_mail": { subscriberId: 1, about: 1 },
  "subscriber.button_mail": { subscriberId: PENDING_SUBSCRIBER, about: 1 },
  "subscriber.welcome_mail": { subscriberId: 1, about: 1 },
  "subscriber.vip_mail": { subscriberId: 1, about: 1 },
  "forum.follow_question": { followId: 1, about: 1 },
  "forum.follow_news": { threadId },
  "alerts.match": { listingId: 2_900 },
  "push.send": { browserId: 1, about: "x", message: { title: "t", body: "b", path: "/", tag: "x" } },
  "alerts.deliver": { dueAt: WORST_NOW.getTime() },
  "alerts.asked_mail": { readerId: 1, searchId: 1, about: 1 },
  "alerts.still_mail": { readerId: 1, about: 1 },
  "person.mail": { what: "added", id: 1 },
  "person.new_operator": { id: 1, by: "Olga", at: WORST_NOW.getTime(), told: "operators" },
  "person.code_mail": { request: "r".repeat(32), personId: 1, expiresAt: WORST_NOW.getTime() + 600_000 },
  "privacy.mail": { requestId: 1 },
  // The empty hash belongs to many email addresses.
  "emails.link_mail": { addressHash: "", about: 1 },
  "access.code_mail": { email: "v1@example.com", about: 1, expiresAt: WORST_NOW.getTime() + 600_000 },
  "session.link_mail": { number: WORST_NOW.getTime() * 100 },
  "backup.step": { id: "2026-11-23", run: "1", step: 0 },
  "cache.purge": { tags: ["listings"] },
});

/** Times at which to measure jobs that are not due at every tick. */
export const DUE_AT: Readonly<Record<string, Date>> = {
  "stats.weekly_report": new Date("2049-02-01T13:00:00Z"),
  "market.reminder": new Date("2049-02-01T15:00:00Z"),
};
export const WORST_NOW = new Date(at(0) * 1_000);
