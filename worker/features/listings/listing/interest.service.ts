import { DAY_MS } from "../../../contracts/days.ts";
import type { Interest } from "../../../contracts/listings.ts";
import { isBot, type Client } from "../../../platform/client-address.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { everyTick, type ScheduledJob } from "../../../platform/schedule.ts";
import { sha256Hex } from "../../../platform/tokens.ts";
import { recordStep } from "../../visitors/visitors.service.ts";
import { deleteOldInterest, insertInterest } from "./interest.repo.ts";
import { publicListing } from "./listings.repo.ts";

/** Time within which a person counts only once per listing. The person's hash is deleted afterwards. */
const RETENTION_MS = 30 * DAY_MS;
const BATCH = 5_000;
/**
 * Maximum number of people counted per IPv4 address or IPv6 /64, and per surrounding /56 and /48. The limits prevent
 * callers from inflating the counts with invented browsers or many networks.
 */
const PEOPLE_PER_NETWORK = [16, 32, 48];

/** A caller who opened a listing or clicked Call. */
interface Renter {
  client: Client;
  userAgent: string;
  /** Id of the visit. Null if visits are not counted. */
  sessionId: string | null;
}

/**
 * Counts a person who opened a public listing or clicked Call, and records that as a step of the visit. A person is a
 * combination of network and browser, limited per network and stored as a keyed hash. Bots are not counted.
 * @throws AppError `listing.not_found` if the listing is not public
 */
export async function recordInterest(
  deps: Deps,
  listingId: number | null,
  kind: Interest,
  { client, userAgent, sessionId }: Renter,
): Promise<void> {
  const listing = listingId === null ? null : await publicListing(deps, listingId);
  if (!listing) throw new AppError("listing.not_found");
  if (isBot(userAgent, deps.config.isDevelopment)) return;
  const person = await personOf(client, userAgent);
  const visitor = await deps.tokens.keyedHash("interest", `${listing.id}\n${person}`);
  await insertInterest(deps, listing.id, kind, visitor);
  await recordStep(deps, sessionId, kind === "call" ? "called" : "opened");
}

/** Maps a caller to one of the limited number of people whom their networks may count as. */
async function personOf({ networks }: Pick<Client, "networks">, userAgent: string): Promise<string> {
  let within = userAgent;
  for (const [level, network] of networks.entries()) {
    const number = Number.parseInt((await sha256Hex(within)).slice(0, 8), 16) % (PEOPLE_PER_NETWORK[level] ?? 1);
    within = `${network}\n${number}`;
  }
  return within;
}

export const interestJobs: readonly ScheduledJob[] = [
  {
    name: "interest.forget",
    due: everyTick,
    run: (deps, time) => deleteOldInterest(deps, new Date(time.getTime() - RETENTION_MS), BATCH),
  },
];
