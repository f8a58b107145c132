import type { Interest } from "../../../contracts/listings.ts";
import { isBot, type Client } from "../../../platform/client-address.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { everyTick, type ScheduledJob } from "../../../platform/schedule.ts";
import { sha256Hex } from "../../../platform/tokens.ts";
import { recordStep } from "../../visitors/visitors.service.ts";
import { forgetInterest, insertInterest } from "./interest.repo.ts";
import { publicListing } from "./listings.repo.ts";

/** A person counts once a listing in this time; then who they were is forgotten. */
const REMEMBERED_MS = 30 * 86_400_000;
const FORGET_BATCH = 5_000;
/**
 * People that an IPv4 address or a /64, the /56 and the /48 around it can be: nobody is to invent viewers by naming ever
 * other browsers, or by having ever other networks.
 */
const PEOPLE = [16, 32, 48];

/** Who opened or called a listing. */
interface Renter {
  client: Client;
  userAgent: string;
  /** The visit, where visits are counted. */
  sessionId: string | null;
}

/**
 * Counts a person who opened a public listing, or pressed Call. A person is a network and a browser, folded into the
 * number of people that the networks around it can be and kept as a keyed hash; bots are not counted. Both are steps of the visit as well.
 * @throws AppError `listing.not_found` when the listing is not public
 */
export async function noteInterest(
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

/** One of the people whom the widest network around a caller can be. */
async function personOf({ networks }: Pick<Client, "networks">, userAgent: string): Promise<string> {
  let within = userAgent;
  for (const [level, network] of networks.entries()) {
    const number = Number.parseInt((await sha256Hex(within)).slice(0, 8), 16) % (PEOPLE[level] ?? 1);
    within = `${network}\n${number}`;
  }
  return within;
}

export const interestJobs: readonly ScheduledJob[] = [
  {
    name: "interest.forget",
    due: everyTick,
    run: (deps, time) => forgetInterest(deps, new Date(time.getTime() - REMEMBERED_MS), FORGET_BATCH),
  },
];
