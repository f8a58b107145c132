import { ADDRESS_LIFETIME_MS, maskedAddress } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { maskPosts, unmaskedPosts } from "./addresses.repo.ts";

const MASK_BATCH = 500;

/** Masks addresses of posts that are 90 days old at `time`, and forgets their networks; a batch of each kind at a time. */
export async function maskAuthors(deps: Deps, time: Date): Promise<void> {
  const before = new Date(time.getTime() - ADDRESS_LIFETIME_MS);
  for (const kind of ["thread", "comment"] as const) {
    const posts = await unmaskedPosts(deps, kind, before, MASK_BATCH);
    if (posts.length === 0) continue;
    const masked = posts.map(({ id, ipAddress }) => [id, maskedAddress(ipAddress ?? "")] as const);
    await maskPosts(deps, kind, new Map(masked));
  }
}
