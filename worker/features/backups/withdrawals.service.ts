import type { Deps } from "../../platform/deps.ts";
import { bansOfLog } from "../bans/bans.service.ts";
import { mailingsOfLog } from "../digest/digest.plan.service.ts";
import { type WithdrawalEntry, WITHDRAWALS_PREFIX } from "./backup-format.ts";
import { deleteWithdrawals, waitingWithdrawals } from "./backups.repo.ts";
import { deleteObjects } from "./bucket.ts";

const IV_BYTES = 12;

/** Derives the encryption key from SESSION_SECRET. */
async function keyOf(deps: Pick<Deps, "tokens">): Promise<CryptoKey> {
  const material = new TextEncoder().encode(await deps.tokens.keyedHash("withdrawals", "key"));
  const bytes = await crypto.subtle.digest("SHA-256", material);
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Encrypts a text that must not be in the log in plain text. */
async function sealText(deps: Deps, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(deps), data);
  return new Uint8Array([...iv, ...new Uint8Array(sealed)]).toBase64();
}

/** Decrypts a text that {@link sealText} encrypted. Returns null if the secret has changed since. */
export async function openText(deps: Deps, sealed: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.fromBase64(sealed);
    const [iv, data] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
    const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(deps), data);
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

/** Maximum number of entries per object, and maximum number of objects per call. */
const ENTRIES_PER_OBJECT = 1_000;
const OBJECTS = 10;

/** Number of digits of an entry's id in a key, so that keys sort like ids. */
const ID_DIGITS = 12;

/** Writes entries, in the order of their ids, as one object of a day (2026-11-23). */
export async function putLogObject(deps: Deps, day: string, entries: readonly WithdrawalEntry[]): Promise<void> {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return;
  const ids = `${String(first.id).padStart(ID_DIGITS, "0")}-${last.id}`;
  const key = `${WITHDRAWALS_PREFIX}${day}/${ids}-${deps.newId().slice(0, 8)}.json`;
  await deps.backups.put(key, JSON.stringify(entries));
}

/** Extracts the id of a log object's last entry from the object's key. */
export const lastIdOf = (key: string): number => Number(/\/\d+-(\d+)-[^/]+$/.exec(key)?.[1]);

/** Extracts the day of a log object from its key. */
export const dayOf = (key: string): string => key.slice(WITHDRAWALS_PREFIX.length).split("/")[0] ?? "";

/**
 * Appends the stored withdrawals to the log in R2, then deletes their rows. Concurrent calls may write an entry twice;
 * the replay ignores the second copy.
 * @throws errors of R2 and the database; the rows then stay for the next call
 */
export async function logWithdrawals(deps: Deps): Promise<void> {
  for (let objects = 0; objects < OBJECTS; objects += 1) {
    const rows = await waitingWithdrawals(deps, ENTRIES_PER_OBJECT);
    if (rows.length === 0) return;
    await putLogObject(deps, deps.now().toISOString().slice(0, 10), await withDetails(deps, rows));
    await deleteWithdrawals(
      deps,
      rows.map(({ id }) => id),
    );
    if (rows.length < ENTRIES_PER_OBJECT) return;
  }
}

/**
 * Calls {@link logWithdrawals} after a request, without delaying the response. If the call fails, the next tick repeats
 * it.
 */
export function logWithdrawalsSoon(deps: Deps): void {
  deps.waitUntil(logWithdrawals(deps).catch((error: unknown) => deps.log.error("withdrawals.not_logged", error)));
}

/**
 * Adds details that triggers cannot write: the network of a ban, because it must be encrypted, and the state of a
 * mailing.
 */
async function withDetails(deps: Deps, rows: readonly WithdrawalEntry[]): Promise<WithdrawalEntry[]> {
  const refsOf = (kind: WithdrawalEntry["kind"]) => rows.filter((row) => row.kind === kind).map(({ ref }) => ref);
  const mailings = await mailingsOfLog(deps, refsOf("mailing"));
  const bans = await bansOfLog(deps, refsOf("ban").map(Number));
  const detailOf = async ({ kind, ref, detail }: WithdrawalEntry) => {
    if (kind === "mailing") return JSON.stringify(mailings.get(ref) ?? null);
    return kind === "ban" ? sealText(deps, JSON.stringify(bans.get(Number(ref)) ?? null)) : detail;
  };
  return Promise.all(rows.map(async (row) => ({ ...row, detail: await detailOf(row) })));
}

/** Deletes objects of the withdrawal log from before a day. */
export async function forgetLogBefore(deps: Deps, day: string): Promise<void> {
  for (;;) {
    const { objects } = await deps.backups.list({ prefix: WITHDRAWALS_PREFIX });
    const old = objects.map(({ key }) => key).filter((key) => key < WITHDRAWALS_PREFIX + day);
    if (old.length === 0) return;
    await deleteObjects(deps.backups, old);
  }
}
