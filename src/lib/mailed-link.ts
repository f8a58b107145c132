import { ApiError } from "./api.ts";

/** The operations that a mailed link opens a page for. */
type MailedLinkName = "confirm" | "unsubscribe" | "preferences" | "follow" | "never" | "privacy";

export const apiPath = (link: MailedLinkName, token: string) => `/api/${link}/${encodeURIComponent(token)}`;

/** For queries behind a mailed link: read at each visit, and forgotten once the page is left. */
export const fleeting = { refetchOnMount: "always", gcTime: 0 } as const;

const INVALID_LINKS: ReadonlySet<string | undefined> = new Set([
  "subscriber.invalid_link",
  "privacy.invalid_link",
  "follow.invalid_link",
  "never.invalid_link",
]);

/** Whether a mailed link opens nothing (any more). */
export function isLinkInvalid(error: Error | null): boolean {
  return error instanceof ApiError && INVALID_LINKS.has(error.code);
}
