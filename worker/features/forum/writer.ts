import type { ForumUserRow } from "./forum.table.ts";

/** The credentials of a request: the cookie, and fields of the body. */
export interface Credentials {
  cookie: string | undefined;
  anonymousId?: string | null | undefined;
  /** The claimed identity. */
  authorId?: number | string | null | undefined;
}

/** An authenticated writer, required by every change of a post; only identity.service.ts creates one. */
export type Writer = Pick<ForumUserRow, "id" | "username" | "createdAt"> & { readonly isProven: true };
