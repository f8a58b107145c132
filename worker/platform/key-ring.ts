import type { DrizzleD1Database } from "drizzle-orm/d1";
import { and, eq } from "drizzle-orm";
import { DAY_MS } from "../contracts/days.ts";
import type { Config, FormerSecret } from "./config.ts";
import { AppError } from "./errors.ts";
import { settings } from "./tables.ts";

/** Time for which links signed with a former secret work. CASL requires 60 days for links that stop emails. */
export const FORMER_LINKS_MS = { stop: 90 * DAY_MS, other: 7 * DAY_MS } as const;

/** Keys for tokens, in addition to the secret that signs new tokens. */
export interface KeyRing {
  /**
   * Returns the key of address hashes. The hashes are stored, so the key must not change when SESSION_SECRET changes.
   */
  addressKey(): Promise<string>;
  /** Returns former secrets, each with the time when it was replaced. */
  former(): Promise<readonly (FormerSecret & { since: Date })[]>;
  now(): Date;
}

/** The row of `settings` with the encrypted key of address hashes, and the times of rotations. */
const NAME = "session_keys";
/** The content of the row. */
interface Stored {
  /** The address key, encrypted with each current or former secret, newest first. */
  wrapped: string[];
  /** The time when each former secret was replaced, in milliseconds, by the secret's fingerprint. */
  since: Record<string, number>;
}
/** Maximum number of stored secrets and rotations. */
const REMEMBERED = 4;
const TRIES = 5;

const encoder = new TextEncoder();
const IV_BYTES = 12;

/** Derives 32 bytes from a secret for one use. */
async function derive(secret: string, use: string): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(`key-ring\n${use}`)));
}

const wrappingKey = async (secret: string) =>
  crypto.subtle.importKey("raw", await derive(secret, "wrap"), "AES-GCM", false, ["encrypt", "decrypt"]);

const fingerprintOf = async (secret: string) => (await derive(secret, "fingerprint")).subarray(0, 9).toBase64();

async function wrap(addressKey: string, secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await wrappingKey(secret),
    encoder.encode(addressKey),
  );
  return `${iv.toBase64()}.${new Uint8Array(text).toBase64()}`;
}

/** Decrypts a wrapped key; null if it was wrapped with another secret. */
async function unwrap(wrapped: string, secret: string): Promise<string | null> {
  const [iv = "", text = ""] = wrapped.split(".");
  try {
    const algorithm = { name: "AES-GCM", iv: Uint8Array.fromBase64(iv) };
    const key = await crypto.subtle.decrypt(algorithm, await wrappingKey(secret), Uint8Array.fromBase64(text));
    return new TextDecoder().decode(key);
  } catch {
    return null;
  }
}

/** An isolate's cached copy of the row, by configuration, which does not change within an isolate. */
type Known = { addressKey: string; former: (FormerSecret & { since: Date })[] };
const known = new WeakMap<Config, Known>();

/**
 * Returns the key ring of a deployment, stored in the database. The address key is the site's first secret, encrypted
 * with the current secret. After a rotation, the key is encrypted again, so that the old secret can be removed later.
 * @throws AppError `session.not_configured` without SESSION_SECRET.
 * @throws AppError `session.secret_changed` if SESSION_SECRET changed and the former secret is not configured. Without
 * the key, opt-outs cannot be found, so no email may be sent. In development, where emails reach nobody, a new key is
 * created instead.
 */
export function keyRing(config: Config, db: DrizzleD1Database, now: () => Date): KeyRing {
  const load = async (): Promise<Known> => {
    const cached = known.get(config);
    if (cached) return cached;
    const current = config.sessionSecret;
    if (!current) throw new AppError("session.not_configured");
    const { formerSecrets: former } = config;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const [row] = await db.select().from(settings).where(eq(settings.name, NAME)).limit(1);
      const stored: Stored = row ? (JSON.parse(row.value) as Stored) : { wrapped: [], since: {} };
      const beginsAnew = config.isDevelopment;
      const { addressKey, next } = await renew(stored, { current, former, at: now(), beginsAnew });
      const value = JSON.stringify(next);
      const isKept =
        value === row?.value ||
        (row
          ? await db
              .update(settings)
              .set({ value })
              .where(and(eq(settings.name, NAME), eq(settings.value, row.value)))
              .returning()
          : await db.insert(settings).values({ name: NAME, value }).onConflictDoNothing().returning()
        ).length > 0;
      // Another isolate wrote the row first.
      if (!isKept) continue;
      const sinceOf = async (one: FormerSecret) => ({
        ...one,
        since: new Date(next.since[await fingerprintOf(one.secret)] ?? 0),
      });
      const ring = { addressKey, former: await Promise.all(former.map(sinceOf)) };
      known.set(config, ring);
      return ring;
    }
    throw new Error("The key ring keeps changing");
  };
  // The promise is not shared between invocations, because an invocation may end before its query does.
  let loading: Promise<Known> | undefined;
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    addressKey: async () => (await loaded()).addressKey,
    // Without former secrets, an invalid token needs no query.
    former: async () => (config.formerSecrets.length === 0 ? [] : (await loaded()).former),
    now,
  };
}

/** Returns the address key of a row, and the updated content of the row. */
async function renew(
  { wrapped, since }: Stored,
  {
    current,
    former,
    at,
    beginsAnew,
  }: { current: string; former: readonly FormerSecret[]; at: Date; beginsAnew: boolean },
): Promise<{ addressKey: string; next: Stored }> {
  let addressKey = wrapped.length === 0 ? (former.at(-1)?.secret ?? current) : null;
  let isCurrent = false;
  const kept: string[] = [];
  for (const one of wrapped) {
    const byCurrent = await unwrap(one, current);
    let key = byCurrent;
    let isLeaked = false;
    for (const { secret, isLeaked: leaked } of former) {
      if (key !== null) break;
      key = await unwrap(one, secret);
      isLeaked = key !== null && leaked;
    }
    addressKey ??= key;
    isCurrent ||= byCurrent !== null;
    // A key that no secret can decrypt may belong to a deployment that is being replaced.
    if (!isLeaked) kept.push(one);
  }
  if (addressKey === null && !beginsAnew) throw new AppError("session.secret_changed");
  addressKey ??= current;
  if (!isCurrent) kept.unshift(await wrap(addressKey, current));
  const times = { ...since };
  for (const { secret } of former) times[await fingerprintOf(secret)] ??= at.getTime();
  const newest = Object.entries(times).toSorted(([, one], [, other]) => other - one);
  return {
    addressKey,
    next: { wrapped: kept.slice(0, REMEMBERED), since: Object.fromEntries(newest.slice(0, REMEMBERED)) },
  };
}
