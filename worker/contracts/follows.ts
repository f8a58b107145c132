/** Answer to whoever asks to follow a discussion, the same for every address. */
export const FOLLOW_MESSAGE =
  "Please look into your mailbox: the link in our email completes this. If you don't see it, please check your spam folder.";

export type FollowStatus = "asked" | "following" | "stopped";

/** What a mailed link of a follow opens: `GET /api/follow/{token}`. */
export interface FollowView {
  /** Shortened, so that a forwarded link does not tell the address: `m***@example.com`. */
  email: string;
  status: FollowStatus;
  /** Whether this link confirms, too; links of later mails only stop. */
  canConfirm: boolean;
  /** Null when the discussion was deleted. */
  thread: { title: string; path: string } | null;
}

/** A followed discussion as the holder of the address reads it; dates are ISO 8601 UTC. */
export interface FollowRecord {
  /** Null when the discussion was deleted. */
  discussion: string | null;
  status: FollowStatus;
  /** When it was asked for last. */
  askedAt: string;
  confirmedAt: string | null;
  stoppedAt: string | null;
}
