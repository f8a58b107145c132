import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { activeBanOf } from "./bans.repo.ts";

/**
 * Refuses a write from a banned network, with the moderator's reason.
 * @throws AppError `request.banned`
 */
export async function refuseBanned(deps: Deps, network: string): Promise<void> {
  const ban = await activeBanOf(deps, network);
  if (ban) {
    throw new AppError("request.banned", {
      message: `You can no longer post from this network. Reason: ${ban.reason}`,
    });
  }
}
