import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";
import type { AlertMark } from "../alert-mark.ts";

/** Numbers of saved searches against which the same listing is matched. */
const SIZES = [1_000, 10_000, 100_000];

/** Statements that insert searches numbered in a range, with pseudo-random types, places and highest rents. */
const TABLES = [
  `INSERT INTO alert_readers (email, email_key, address_hash, created_at)
    SELECT 's' || i || '@example.com', 's' || i || '@example.com', 's' || i, 1 FROM n`,
  `INSERT INTO saved_searches (reader_id, type, query, search_hash, frequency, state, state_at, created_at, consent_version, wanted_at)
    SELECT i, type, place || 'maxRent=' || rent, i, 'daily', 'active', 1, 1, 'x', 1 FROM made`,
  "INSERT INTO alert_keys (key, min_rent, max_rent, search_id) SELECT type || '|' || key, 0, rent, i FROM made",
];
const MADE = `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2),
  rolled AS (SELECT i, i * 2654435761 % 4294967296 / 8 AS h FROM n),
  made AS (SELECT i, 1000 + h / 4096 % 20 * 100 AS rent,
    CASE h % 7 WHEN 0 THEN 'all' WHEN 1 THEN 'Studio' WHEN 2 THEN '1 Bedroom' WHEN 3 THEN '2 Bedrooms'
      WHEN 4 THEN '3 Bedrooms' WHEN 5 THEN '4+ Bedrooms' ELSE 'Private Room' END AS type,
    CASE h / 16 % 5 WHEN 0 THEN '*' WHEN 1 THEN 'n:Quarter ' || (h / 128 % 150) WHEN 2 THEN 'n:Quarter ' || (h / 128 % 150)
      ELSE 's:Stop ' || (h / 128 % 100) END AS key,
    CASE h / 16 % 5 WHEN 0 THEN '' WHEN 1 THEN 'neighbourhood=Quarter+' || (h / 128 % 150) || '&'
      WHEN 2 THEN 'neighbourhood=Quarter+' || (h / 128 % 150) || '&' ELSE 'station=Stop+' || (h / 128 % 100) || '&' END AS place
    FROM rolled)`;

it("matches a new listing against many saved searches", { timeout: 600_000 }, async () => {
  const site = makeSite();
  const { id } = await publish(site);
  await env.DB.prepare(
    "UPDATE listings SET neighbourhood = 'Quarter 7', closest_subway_station = 'Stop 7' WHERE id = ?",
  )
    .bind(id)
    .run();
  for (const [nth, searches] of SIZES.entries()) {
    for (const table of TABLES)
      await env.DB.prepare(`${MADE} ${table}`)
        .bind((SIZES[nth - 1] ?? 0) + 1, searches)
        .run();
    await env.DB.prepare("DELETE FROM alert_matches").run();
    await env.DB.prepare("INSERT INTO outbox (kind, payload, created_at) VALUES ('alerts.match', ?, 1)")
      .bind(JSON.stringify({ listingId: id }))
      .run();
    const mark: AlertMark = { searches, found: 0, rowsRead: 0, queries: 0, deliveries: 0 };
    for (;;) {
      const { results } = await env.DB.prepare(
        "SELECT id AS outboxId FROM outbox WHERE kind = 'alerts.match' AND due_at IS NULL AND done_at IS NULL",
      ).all();
      if (results.length === 0) break;
      expect(mark.deliveries).toBeLessThan(200);
      const { rowsRead, queries } = await site.measured(() => site.deliver("jobs", results));
      mark.rowsRead += rowsRead;
      mark.queries += queries;
      mark.deliveries += 1;
    }
    mark.found = (await env.DB.prepare("SELECT count(*) AS n FROM alert_matches").first<number>("n")) ?? 0;
    console.log(`ALERT ${JSON.stringify(mark)}`);
  }
});
