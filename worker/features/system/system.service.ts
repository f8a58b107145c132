import { sql } from "drizzle-orm";
import {
  type SystemProbe,
  CHECK_LIMIT_MS,
  type PurgeState,
  type SystemState,
  DEAD_LETTERS,
  type DeadLetter,
  type CacheEmptied,
} from "../../contracts/system.ts";
import { dropDeadMessage, openDeadMessages, resendDeadMessage } from "../../platform/dead-messages.ts";
import type { Deps } from "../../platform/deps.ts";
import { recentErrors } from "../../platform/error-record.ts";
import { AppError } from "../../platform/errors.ts";
import { withoutSecrets } from "../../platform/log.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import { sendMail } from "../../platform/mail-once.ts";
import { mailFailureOf } from "../../platform/mail.ts";
import { dropEntry, hasEntry, newestGivenUp, reopenEntry, relaySoon } from "../../platform/outbox.ts";
import { purgeBudget, purgeEverything } from "../../platform/purge.ts";
import { withTimeLimit } from "../../platform/time-limit.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { audit, auditEntry, type Moderator } from "../audit/audit.service.ts";
import { lastBackup } from "../backups/backups.service.ts";
import { mailState } from "../digest/digest.read.service.ts";
import { healthOf } from "./health.service.ts";

const CONTENT_LENGTH = 300;
/**
 * Maximum number of characters of a dead letter that are read. The text is redacted before it is cut, because half of
 * an email address could otherwise remain.
 */
const READ_LENGTH = 4_000;

/** Returns the content of a dead letter, without email addresses and tokens. */
const contentOf = (value: unknown) =>
  withoutSecrets(JSON.stringify(value).slice(0, READ_LENGTH)).slice(0, CONTENT_LENGTH);

/** Returns the kind of a queue message: the field that identifies the kind, or the type of an email event. */
function kindOf(queue: string, body: unknown): string {
  if (typeof body !== "object" || body === null) return queue;
  if ("type" in body && typeof body.type === "string") return body.type.slice(0, 80);
  return `${queue}: ${Object.keys(body)[0]?.slice(0, 40) ?? "empty"}`;
}

/** Returns the dead letters, which are work that failed too often, newest first. */
async function deadLetters(deps: Deps): Promise<SystemState["dead"]> {
  const [entries, messages] = await Promise.all([
    newestGivenUp(deps, { limit: DEAD_LETTERS.shown, most: DEAD_LETTERS.counted }),
    openDeadMessages(deps, DEAD_LETTERS.counted),
  ]);
  const letters: DeadLetter[] = [
    ...entries.letters.map(({ id, kind, payload, createdAt, gaveUpAt }) => ({
      id: String(id),
      kind,
      content: contentOf(payload),
      createdAt: createdAt.toISOString(),
      gaveUpAt: (gaveUpAt ?? createdAt).toISOString(),
    })),
    ...messages.slice(0, DEAD_LETTERS.shown).map(({ id, queue, body, cameAt }) => ({
      id: `m${id}`,
      kind: kindOf(queue, body),
      content: contentOf(body),
      createdAt: null,
      gaveUpAt: cameAt.toISOString(),
    })),
  ];
  return {
    letters: letters.toSorted((a, b) => b.gaveUpAt.localeCompare(a.gaveUpAt)).slice(0, DEAD_LETTERS.shown),
    total: Math.min(DEAD_LETTERS.counted, entries.total + messages.length),
  };
}

/** @throws AppError `system.dead_letter_gone` for a text that is not an id */
function read(id: string): { store: "outbox" | "messages"; id: number } {
  const [, mark, number] = /^(m?)([1-9]\d{0,14})$/.exec(id) ?? [];
  if (number === undefined) throw new AppError("system.dead_letter_gone");
  return { store: mark === "m" ? "messages" : "outbox", id: Number(number) };
}

const change = (action: "retry" | "drop", id: string, by: Moderator) => ({
  ...by,
  action: `dead_letter.${action}`,
  targetType: "dead_letter",
  targetId: id,
});

/**
 * Sends a dead letter to its queue again, unless it was already sent again or its work is done.
 * @throws AppError `system.dead_letter_gone`
 */
export async function retryDeadLetter(deps: Deps, name: string, by: Moderator): Promise<void> {
  const { store, id } = read(name);
  if (store === "messages") {
    const outcome = await resendDeadMessage(deps, id);
    if (outcome === "unknown") throw new AppError("system.dead_letter_gone");
    if (outcome === "sent") await audit(deps, change("retry", name, by));
    return;
  }
  const [reopened] = await runAllOrNone(deps, [reopenEntry(deps, id), auditEntry(deps, change("retry", name, by))]);
  if (reopened.length > 0) relaySoon(deps);
  else if (!(await hasEntry(deps, id))) throw new AppError("system.dead_letter_gone");
}

/**
 * Drops a dead letter, so that its work is never done.
 * @throws AppError `system.dead_letter_gone`, also when the dead letter was sent to its queue again
 */
export async function dropDeadLetter(deps: Deps, name: string, by: Moderator): Promise<void> {
  const { store, id } = read(name);
  const statement = store === "messages" ? dropDeadMessage(deps, id) : dropEntry(deps, id);
  const [dropped] = await runAllOrNone(deps, [statement, auditEntry(deps, change("drop", name, by))]);
  if (dropped.length === 0) throw new AppError("system.dead_letter_gone");
}

/** Reads the state that the System tab shows. */
export async function readSystem(deps: Deps): Promise<SystemState> {
  const [health, errors, dead, purges, backup, mail] = await Promise.all([
    healthOf(deps),
    recentErrors(deps),
    deadLetters(deps),
    nullIfUnreadable(deps, "purges", purgeState(deps)),
    nullIfUnreadable(deps, "backup", lastBackup(deps)),
    nullIfUnreadable(deps, "mail", mailState(deps)),
  ]);
  return {
    health,
    errors: errors.map(({ firstAt, lastAt, ...error }) => ({
      ...error,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    dead,
    purges,
    backup,
    mail,
  };
}

/** Returns a part of the system's state, or null if it cannot be read, so that the other parts are still shown. */
async function nullIfUnreadable<Part>(deps: Deps, name: string, read: Promise<Part>): Promise<Part | null> {
  try {
    return await withTimeLimit(deps, CHECK_LIMIT_MS, read);
  } catch (error) {
    deps.log.warn("system.part_not_read", { name, error: error instanceof Error ? error.name : "unknown" });
    return null;
  }
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

async function purgeState(deps: Deps): Promise<PurgeState> {
  const { tokens, waiting, waitingWithdrawals, oldestAt, refusals, refusedAt } = await purgeBudget(deps);
  return {
    callsLeft: Math.floor(tokens),
    waiting,
    waitingWithdrawals,
    oldestAt: isoOf(oldestAt),
    refusals,
    refusedAt: isoOf(refusedAt),
  };
}

async function probeMail(deps: Deps): Promise<SystemProbe["mail"]> {
  const { contactEmail, siteName } = deps.config;
  const mail = layOutMail(deps.config, {
    kind: "operator.notice",
    to: contactEmail,
    subject: `${siteName} can send mail`,
    body: ["This is a test to see whether mail arrives. You don't have to do anything."],
    reason: "You get this email as the operator of the site.",
  });
  try {
    await sendMail(deps, mail);
    return { ok: true, detail: "The mail service accepted it." };
  } catch (error) {
    deps.log.error("probe.mail_failed", error);
    return { ok: false, detail: `The mail service refused it (${mailFailureOf(error)}).` };
  }
}

async function probeImage(deps: Deps): Promise<SystemProbe["image"]> {
  try {
    return { ok: true, detail: `A WebP of ${await deps.photos.probe()} bytes was made.` };
  } catch (error) {
    deps.log.error("probe.image_failed", error);
    const message = error instanceof Error ? error.message : "";
    // Cloudflare's error number for an exhausted quota is 9423 (cloudflare.com, Images).
    return {
      ok: false,
      detail: message.includes("9423") ? "The Images quota is used up (9423)." : "The Images service refused it.",
    };
  }
}

async function databaseRegion(deps: Deps): Promise<string | null> {
  const { meta } = await deps.db.run(sql`SELECT 1`);
  const region: unknown = meta.served_by_region;
  return typeof region === "string" ? region : null;
}

/** Tests parts of the site that a visit does not reveal: email, images, and the location of data. Never throws. */
export async function probeSystem(deps: Deps): Promise<SystemProbe> {
  const [mail, image, region, colo] = await Promise.all([
    probeMail(deps),
    probeImage(deps),
    databaseRegion(deps).catch(() => null),
    deps.attempts.colo().catch(() => null),
  ]);
  return { mail, image, database: { region }, object: { colo } };
}

/**
 * Purges all pages, responses and photos from the edge cache. The audit log also records a refused purge. Browsers keep
 * photos for up to a day.
 * @throws AppError 503 `cache.refused` when Cloudflare refuses the purge, or its limit for purges is used up; nothing
 * is purged then, not even later
 */
export async function emptyCache(deps: Deps, by: Moderator): Promise<CacheEmptied> {
  const retryAfter = await purgeEverything(deps);
  await audit(deps, {
    ...by,
    action: "cache.empty",
    targetType: "cache",
    targetId: "all",
    after: { emptied: retryAfter === null },
  });
  if (retryAfter !== null) throw new AppError("cache.refused", { retryAfter });
  const { tokens } = await purgeBudget(deps);
  return { ok: true, callsLeft: tokens };
}
