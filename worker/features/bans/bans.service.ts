import { createMiddleware } from "hono/factory";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { AppEnv } from "../../platform/http.ts";
import { activeBanOf } from "./bans.repo.ts";

/**
 * Refuses a write from a banned network, with the moderator's reason.
 * @throws AppError `request.banned`
 */
async function refuseBanned(deps: Deps, network: string): Promise<void> {
  const ban = await activeBanOf(deps, network);
  if (ban)
    throw new AppError("request.banned", {
      message: `You can no longer post from this network. Reason: ${ban.reason}`,
    });
}

/** {@link refuseBanned} in front of a public write. */
export const notBanned = createMiddleware<AppEnv>(async (c, next) => {
  await refuseBanned(c.var.deps, c.var.client.network);
  await next();
});
