import { env } from "cloudflare:workers";

/** Expired rows for each pruned table as INSERT fragments. `i` counts from 1. */
export const OLD_ROWS: Readonly<Record<string, string>> = {
  job_runs: "(job, slot, started_at) SELECT 'x', i, 1 FROM n",
  outbox:
    "(kind, payload, created_at, done_at, gave_up_at) SELECT 'x', '{}', 1, iif(i % 2, 1, NULL), iif(i % 2, NULL, 1) FROM n",
  mail_claims: "(key, claimed_at) SELECT i, 1 FROM n",
  admin_sessions: "(id_hash, created_at, last_seen_at) SELECT i, 1, 1 FROM n",
  audit_log: "(at, actor, action, target_type, target_id) SELECT 1, 'admin', 'x', 'x', i FROM n",
  reports:
    "(target_type, target_id, reason, reported_at, once_key, resolved_at) SELECT 'listing', 1, 'SCAM', 1, i, 1 FROM n",
  visitor_days: "(day, kind, key, shard, count) SELECT '2020-01-01', 'page', i, '0', 1 FROM n",
  mailings: "(key, kind, scheduled_at, status) SELECT 'searches:old' || i, 'searches', 1, 'done' FROM n",
  dev_mailbox:
    "(to_address, from_address, subject, text_body, html_body, headers, sent_at) SELECT 'a', 'b', 'c', 'd', 'e', '{}', 1 FROM n",
  stripe_events: "(id, type, received_at) SELECT i, 'x', 1 FROM n",
  access_codes: "(address_hash, code_hash, tries_left, expires_at) SELECT i, 'x', 1, 1 FROM n",
  login_codes: "(id_hash, tries_left, expires_at) SELECT i, 1, 1 FROM n",
  invitations: "(email, role, created_at, expires_at) SELECT i, 'reader', 1, 1 FROM n",
  presences: "(listing_id, session, since, seen_at) SELECT i, 'x', 1, 1 FROM n",
  privacy_requests: "(email, created_at) SELECT 'a', 1 FROM n",
  geocode_answers: "(query, requested_at) SELECT i, 1 FROM n",
  erased_homes: "(home_hash, forget_at) SELECT i, 1 FROM n",
  listing_interest: "(listing_id, kind, visitor, seen_at) SELECT 1, 'view', i, 1 FROM n",
  advertisement_clicks: "(day, visitor) SELECT '2020-01-01', i FROM n",
  advertisement_days: "(day) SELECT '2020-' || i FROM n",
  subscriber_days: "(day) SELECT '2020-' || i FROM n",
  subscribers:
    "(email, email_key, address_hash, status, created_at, requested_at) SELECT i, i, i, 'pending', 1, 1 FROM n",
  shortlists: "(listing_ids, created_at) SELECT '[1]', 1 FROM n",
  consents:
    "(subscriber_id, at, kind, method) SELECT id, 1, 'requested', 'form' FROM subscribers WHERE status = 'pending'",
  saved_searches: `(reader_id, type, query, search_hash, frequency, state, state_at, created_at, consent_version, wanted_at)
    SELECT 1, 'all', '', 'old' || i, 'daily', 'asked', 1, 1, 'x', 1 FROM n`,
  push_messages: "(browser_id, about, at) SELECT 1, i, 1 FROM n",
  push_browsers: `(address_hash, endpoint_hash, sealed, alerts, discussions, created_at, used_at)
    SELECT i, 'old' || i, 'x', 1, 1, 1, 1 FROM n`,
  alerts_notified: "(address_hash, listing_id, news, mailing, search_id, at) SELECT i, 1, 0, 'x', 0, 1 FROM n",
  forum_follows:
    "(thread_id, email, email_key, address_hash, created_at) SELECT (SELECT max(id) FROM forum_threads), i, i, i, 1 FROM n",
  forum_users: "(username, secret_hash, created_at, seen_at) SELECT 'u' || i, i, 1, 1 FROM n",
};

/** Inserts `count` rows of each kind; requires a discussion. */
export async function insertOldRows(count: number): Promise<void> {
  for (const [table, values] of Object.entries(OLD_ROWS))
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) INSERT INTO ${table} ${values}`,
    ).run();
}
