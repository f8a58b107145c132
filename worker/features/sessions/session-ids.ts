import type { Deps } from "../../platform/deps.ts";
import { sha256Hex } from "../../platform/tokens.ts";

/** Kinds of sessions: of the admin panel, stored in D1, and of the operator's dashboard, stored in KV. */
type SessionKind = "admin" | "stats";

/** Seconds from login to the end of a session (docs/security.md, Who may do what). */
export const SESSION_S = 12 * 60 * 60;
export const SESSION_MS = SESSION_S * 1000;

/** Tells whether a session is over: older than 12 hours. @param createdAt Unix milliseconds */
export const isOver = (deps: Deps, createdAt: number): boolean => deps.now().getTime() - createdAt > SESSION_MS;

/**
 * Makes the id of a new session. Only its hash is stored, so that a copy of the storage opens nothing.
 * @returns the hash, and the signed id for the cookie or header
 */
export async function newSession(deps: Deps, kind: SessionKind): Promise<{ idHash: string; signed: string }> {
  const id = deps.newId();
  return { idHash: await sha256Hex(id), signed: await deps.tokens.sign(kind, id) };
}

/** The stored hash of a signed id; null when the signature is invalid, so that forged ids never cause a read. */
export async function hashOfSession(deps: Deps, kind: SessionKind, signed: string | undefined): Promise<string | null> {
  const id = signed && deps.config.sessionSecret ? await deps.tokens.open(kind, signed) : null;
  return id ? sha256Hex(id) : null;
}
