import { DatabaseSync } from "node:sqlite";
import { localDatabasePath } from "../../scripts/local-database.ts";
import { run } from "../../scripts/run.ts";
import { UNDO_MS } from "../../worker/contracts/decisions.ts";
import { BELOW_MARKET_MIN_PERCENT } from "../../worker/contracts/market.ts";
import { ADMIN_PASSWORD, copyProduction } from "../support/node/production.ts";
import { type Figures, percentile } from "./figures.ts";

/** Numbers of listings: approved in total, approved per call, and submitted in the meantime. */
const APPROVED = 1_200;
const LISTINGS_PER_CALL = 50;
const SUBMITTED = 20;
const SUBMITTED_EVERY_MS = 3_000;
const VIPS = 3;
/** Maximum time to wait for all work to finish, in milliseconds. */
const PATIENCE_MS = 420_000;
/** Targets, in milliseconds. */
const AIMS = { handed: 60_000, enriched: 30_000, told: 180_000, undo: UNDO_MS };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens the local database, which this bench queries and fills while the server uses it. */
function openDatabase(state: string): DatabaseSync {
  const path = localDatabasePath(state);
  if (path === null) throw new Error("The local database was not found.");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA busy_timeout = 10000");
  return database;
}

/** Makes all listings pending, and adds subscribers with VIP access. */
function fill(database: DatabaseSync): void {
  database.exec(
    "UPDATE listings SET status = 'pending', first_approved_at = NULL, approved_at = NULL, expires_at = NULL, preview = NULL",
  );
  for (let n = 1; n <= VIPS; n += 1)
    database.exec(
      `INSERT INTO subscribers (email, email_key, address_hash, status, created_at, confirmed_at)
         VALUES ('vip${n}@example.com', 'vip${n}@example.com', 'hash${n}', 'confirmed', 1, 1);
       INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at)
         VALUES ('sub_${n}', 'cus_${n}', 'vip${n}@example.com', 'active', 1, 1);`,
    );
}

const numbers = (database: DatabaseSync, sql: string): number[] =>
  database
    .prepare(sql)
    .all()
    .map((row) => Number(row.n));
const count = (database: DatabaseSync, sql: string): number => numbers(database, sql)[0] ?? 0;

/** Approves all listings in calls of {@link LISTINGS_PER_CALL}, while new listings are submitted. */
async function approveAll(siteUrl: string, ids: readonly number[]): Promise<{ lastMs: number; submitted: number[] }> {
  const post = async (path: string, body: unknown, cookie = "") => {
    const response = await fetch(siteUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const cookie =
    (await post("/api/admin/login", { password: ADMIN_PASSWORD })).headers.get("set-cookie")?.split(";")[0] ?? "";
  const approving = (async () => {
    for (let at = 0; at < ids.length; at += LISTINGS_PER_CALL)
      await post(
        "/api/admin/listings/approve",
        { ids: ids.slice(at, at + LISTINGS_PER_CALL), confirmScam: true },
        cookie,
      );
    return Date.now();
  })();
  const submitted: number[] = [];
  for (let n = 0; n < SUBMITTED; n += 1) {
    const response = await post("/api/property-listings", {
      address: `${n + 100} Keele St, Toronto, ON M6P 2K3`,
      rent: "$1,900",
      bedrooms: "1 Bedroom",
      bathrooms: "1",
      moveInDate: "2027-02-01",
      email: `landlord-${n}@example.com`,
      phone: "416-555-0100",
      images: [],
    });
    submitted.push(((await response.json()) as { id: number }).id);
    await wait(SUBMITTED_EVERY_MS);
  }
  return { lastMs: await approving, submitted };
}

/** Measures the work caused by bulk approvals, on the production build with its local queues. */
export async function measureApprovals(): Promise<Figures> {
  const production = await copyProduction();
  await run("node", ["scripts/seed.ts", "--listings", String(APPROVED)]);
  const database = openDatabase(production.state);
  fill(database);
  const ids = numbers(database, "SELECT id AS n FROM listings ORDER BY id");
  const close = await production.serve();
  try {
    const began = Date.now();
    let latestMs = 0;
    const watching = { isOver: false };
    const watch = (async () => {
      while (!watching.isOver) {
        // Alerts are sent only after the time to undo an approval has passed.
        const due = "max(created_at, ifnull(due_at, 0))";
        const waiting = `SELECT max(${Date.now()} - ${due}) AS n FROM outbox WHERE relayed_at IS NULL AND done_at IS NULL`;
        latestMs = Math.max(latestMs, count(database, waiting));
        await wait(500);
      }
    })();
    const { lastMs, submitted } = await approveAll(production.siteUrl, ids);
    const mine = `(${submitted.join(",")})`;
    const open = "SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND gave_up_at IS NULL";
    while (Date.now() - lastMs < PATIENCE_MS && count(database, open) > 0) await wait(2_000);
    watching.isOver = true;
    await watch;
    const enriched = numbers(
      database,
      `SELECT place.enriched_at - listing.submitted_at AS n FROM listings AS listing
       JOIN listing_places AS place ON place.listing_id = listing.id WHERE listing.id IN ${mine}`,
    );
    // Alerts leave out homes above the market, and homes that a moderator must confirm first (public-percent.ts).
    const announced = count(
      database,
      `SELECT count(*) AS n FROM listings WHERE status = 'approved' AND awaits_confirmation = 0
       AND coalesce(below_market_percent, 0) > ${-BELOW_MARKET_MIN_PERCENT}`,
    );
    const alerted = numbers(
      database,
      // The email names the first homes and counts the others.
      `SELECT notified.at - listing.approved_at AS n FROM alerts_notified AS notified
       JOIN listings AS listing ON listing.id = notified.listing_id
       WHERE address_hash = 'hash1'`,
    );
    const approvalMails = numbers(
      database,
      // The key contains the listing's photo prefix and the id of the decision that the email is about.
      `SELECT claim.claimed_at - decision.decided_at AS n FROM decisions AS decision
       JOIN listings AS listing ON decision.target_type = 'listing' AND listing.id = decision.target_id
       JOIN mail_claims AS claim ON claim.key = 'listing:' || listing.photo_prefix || ':approved:' || decision.id`,
    );
    const slow = numbers(
      database,
      "SELECT done_at - created_at AS n FROM outbox WHERE kind = 'listing.draw_previews' AND done_at IS NOT NULL",
    );
    const row = (name: string, times: readonly number[], of: number) => [
      name,
      of,
      times.length,
      percentile(times, 0.5) / 1_000,
      Math.max(...times) / 1_000,
    ];
    return {
      title: "Approving in bulk",
      meaning: `${APPROVED} waiting listings are approved, ${LISTINGS_PER_CALL} per call, on the production build with its local queues, while ${SUBMITTED} new ones are submitted and ${VIPS} VIPs are due an alert for each.`,
      tables: [
        {
          caption: "From the change to its follow-up work",
          columns: [
            { name: "" },
            { name: "expected" },
            { name: "done" },
            { name: "median", digits: 1, unit: " s" },
            { name: "longest", digits: 1, unit: " s" },
          ],
          rows: [
            [
              "a new listing is geocoded",
              SUBMITTED,
              enriched.length,
              percentile(enriched, 0.5) / 1_000,
              Math.max(...enriched) / 1_000,
            ],
            row("a VIP is mailed (two minutes of it on purpose)", alerted, announced),
            row("the landlord's mail is claimed (two minutes of it on purpose)", approvalMails, APPROVED),
            row("a preview image is drawn", slow, APPROVED),
          ],
        },
        {
          caption: "The whole",
          columns: [{ name: "" }, { name: "" }],
          rows: [
            ["all approvals answered", `${((lastMs - began) / 1_000).toFixed(1)} s`],
            ["an entry is enqueued, at most after it is due", `${(latestMs / 1_000).toFixed(1)} s`],
            ["entries left open at the end", count(database, open)],
          ],
        },
      ],
      aims: [
        { text: "every entry is enqueued within 60 s of when it is due", isMet: latestMs <= AIMS.handed },
        {
          text: "each new listing is geocoded within 30 s",
          isMet: enriched.length === SUBMITTED && Math.max(...enriched) <= AIMS.enriched,
        },
        {
          text: "no landlord is mailed before 120 s, the time of an undo",
          isMet: approvalMails.length > 0 && Math.min(...approvalMails) >= AIMS.undo,
        },
        {
          text: "a VIP is mailed about each within 3 minutes",
          isMet: alerted.length >= announced && Math.max(...alerted) <= AIMS.told,
        },
      ],
    };
  } finally {
    await close();
    database.close();
    production.forget();
  }
}
