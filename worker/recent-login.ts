/**
 * Paths whose changes outlive the session that makes them, so that a stolen session must not be enough for any of them:
 * people with their roles, invitations and passkeys.
 */
const LASTING = ["/api/admin/people", "/api/admin/passkeys"] as const;

/** Whether an operation needs a login of the last 15 minutes: every write on people, invitations and passkeys. */
export const needsRecentLogin = (method: string, path: string): boolean =>
  !["GET", "HEAD"].includes(method) && LASTING.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
