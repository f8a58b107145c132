import { ApiError } from "./api.ts";

/** Query options for the pages of emailed links, whose data is fetched on every visit and never cached. */
export const UNCACHED = { refetchOnMount: "always", gcTime: 0 } as const;

const INVALID_LINKS: ReadonlySet<string | undefined> = new Set([
  "subscriber.invalid_link",
  "privacy.invalid_link",
  "emails.invalid_link",
  "appeal.invalid_link",
]);

/** Returns whether an emailed link is invalid or expired. */
export function isLinkInvalid(error: Error | null): boolean {
  return error instanceof ApiError && INVALID_LINKS.has(error.code);
}
