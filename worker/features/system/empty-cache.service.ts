import type { CacheEmptied } from "../../contracts/system.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purgeBudget, purgeEverything } from "../../platform/purge.ts";
import { audit, type Moderator } from "../audit/audit.service.ts";

/**
 * Empties the edge's cache for all pages, answers and photos; the audit log tells of a refusal, too. Browsers keep their
 * photos for up to a day.
 * @throws AppError 503 `cache.refused` when Cloudflare's limit for purges is used up or Cloudflare refuses it; nothing
 * is emptied then, now or later
 */
export async function emptyCache(deps: Deps, by: Moderator): Promise<CacheEmptied> {
  const retryAfter = await purgeEverything(deps);
  await audit(deps, {
    ...by,
    action: "cache.empty",
    targetType: "cache",
    targetId: "all",
    after: { emptied: retryAfter === null },
  });
  if (retryAfter !== null) throw new AppError("cache.refused", { retryAfter });
  const { tokens } = await purgeBudget(deps);
  return { ok: true, callsLeft: tokens };
}
