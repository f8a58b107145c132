import type { MailState } from "../../contracts/digest.ts";
import type { Deps } from "../../platform/deps.ts";
import { readMailCounts } from "../../platform/mail-counts.ts";
import { isTooManyText } from "./digest.plan.service.ts";
import { openMailings } from "./mailings.repo.ts";

/** Unfinished mailings that are looked at. */
const LOOKED_AT = 20;

/** What is sent, by what, and what is in the way. */
export async function mailState(deps: Deps): Promise<MailState> {
  const { provider, limit } = deps.config.bulkMail;
  const [{ sent, lastRefusal }, open] = await Promise.all([readMailCounts(deps), openMailings(deps, LOOKED_AT)]);
  const held = open.find(({ problem }) => isTooManyText(problem));
  return {
    provider: provider === "none" ? null : provider,
    limit,
    sent,
    lastRefusal: lastRefusal && { ...lastRefusal, at: lastRefusal.at.toISOString() },
    held: held ? { mailing: held.key, recipients: held.frozen } : null,
  };
}
