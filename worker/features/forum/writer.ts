import type { ForumUserRow } from "./forum.table.ts";

/** What a request brings to say who is writing: the cookie, and the body's fields where it has them. */
export interface Credentials {
  cookie: string | undefined;
  anonymousId?: string | null | undefined;
  /** Whoever the writer says to be. */
  authorId?: number | string | null | undefined;
}

/** Somebody whose secret was seen: what changes a post takes one, and only identity.service.ts makes it. */
export type Writer = Pick<ForumUserRow, "id" | "username" | "createdAt"> & { readonly isProven: true };
