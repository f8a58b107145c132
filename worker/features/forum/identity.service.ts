import { DAY_MS } from "../../contracts/days.ts";
import type { ForumUser } from "../../contracts/forum.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { randomHex, sha256Hex } from "../../platform/tokens.ts";
import type { ForumUserRow } from "./forum.table.ts";
import { deleteUnusedIdentities, insertUser, touchUser, userBySecret } from "./authors.repo.ts";
import { countForNetwork, type Credentials, type Writer } from "./posts.service.ts";

/** Words of generated usernames: friendly words and Toronto places. */
const ADJECTIVES = `
  Amber Bold Breezy Bright Brisk Bubbly Calm Candid Cheerful Clever Cosy Crafty Curious Dapper Daring Dazzling Eager
  Earnest Easygoing Fancy Fearless Festive Friendly Frosty Gentle Genuine Gleeful Golden Graceful Happy Hardy Helpful
  Honest Humble Jolly Joyful Keen Kind Lively Loyal Lucky Mellow Merry Mighty Mindful Modest Neat Nimble Noble Patient
  Peaceful Playful Plucky Polite Proud Quick Quiet Radiant Rosy Ruby Scarlet Serene Silver Snowy Snug Spirited Steady
  Sunny Swift Thoughtful Tidy Trusty Upbeat Warm Wandering Whimsical Wise Witty Zesty`;
const NOUNS = `
  Annex Atrium Balcony Beaches Bicycle Bloor Boardwalk Bookshop Bungalow Butterfly Cardinal Chickadee Chipmunk Cloud
  Commuter Condo Corktown Cottage Courtyard Danforth Don Doorstep Dumpling Falcon Ferry Firefly Fireplace Garden Goose
  Greenway Harbour Heron Highpark Hummingbird Island Junction Kayak Kensington Lakeshore Lamplight Lantern Leslieville
  Library Lighthouse Loft Magnolia Maple Market Moose Northstar Oak Otter Parkdale Pavilion Picnic Pigeon Pine Porch
  Queenwest Rabbit Raccoon Ravine Riverdale Robin Rooftop Rosedale Rouge Scarborough Skyline Sparrow Squirrel Stoop
  Streetcar Subway Sunrise Swan Terrace Toque Tower Tram Tulip Verandah Village Walkup Waterfront Willow Windowsill`;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const NAMES = { adjectives: words(ADJECTIVES), nouns: words(NOUNS) } as const;

/** Highest number in a generated name. With over six thousand pairs of words, this allows sixty million names. */
const NUMBERS = 9_999;

/**
 * Returns a name such as "CosyRaccoon412", not necessarily unique.
 * @param random 0 ≤ n < 1, as `deps.random`
 */
export function inventUsername(random: () => number): string {
  const one = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? "";
  return `${one(NAMES.adjectives)}${one(NAMES.nouns)}${1 + Math.floor(random() * NUMBERS)}`;
}

export const USERNAME_WORDS = { adjectives: NAMES.adjectives.length, nouns: NAMES.nouns.length } as const;

const SECRET_BYTES = 32;
const SECRET = /^[0-9a-f]{64}$/;
/** Number of attempts to find a free name. Collisions are rare. */
const TRIES = 12;

/** Precision with which an identity's last use is stored. */
const SEEN_TO_MS = DAY_MS;
/** Time without use after which identities that never wrote or voted are deleted. */
const UNUSED_KEPT_MS = 60 * DAY_MS;

async function userWithSecret(deps: Deps, secret: string | null | undefined): Promise<ForumUserRow | null> {
  return secret && SECRET.test(secret) ? userBySecret(deps, await sha256Hex(secret)) : null;
}

/** Finds the identity that a request claims and updates its last use. Uses the cookie first, then the body. */
async function authenticatedUser(deps: Deps, { cookie, anonymousId }: Credentials) {
  const byCookie = await userWithSecret(deps, cookie);
  const user = byCookie ?? (await userWithSecret(deps, anonymousId));
  if (user && deps.now().getTime() - user.seenAt.getTime() >= SEEN_TO_MS) await touchUser(deps, user.id);
  return user && { user, secret: (byCookie ? cookie : anonymousId) ?? "" };
}

/**
 * Returns the identity whose secret the browser sent, or a new identity. Ignores ids that this server did not issue.
 * @throws AppError `request.rate_limited` over the network's daily limit of new identities
 */
export async function identifyVisitor(
  deps: Deps,
  credentials: Credentials,
  client: Pick<Client, "networks">,
): Promise<ForumUser> {
  const known = await authenticatedUser(deps, credentials);
  if (known) return { id: known.user.id, username: known.user.username, anonymousId: known.secret };
  await countForNetwork(deps, "identities", client);
  const secret = randomHex(SECRET_BYTES);
  const secretHash = await sha256Hex(secret);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const user = await insertUser(deps, inventUsername(deps.random), secretHash);
    if (user) return { id: user.id, username: user.username, anonymousId: secret };
  }
  throw new AppError("server.unavailable", { message: "We could not find a free name. Please try again." });
}

/**
 * Returns the writer who makes a request.
 * @throws AppError `forum.identity_required` without a valid secret, `forum.not_author` when `authorId` is another
 * identity
 */
export async function requireWriter(deps: Deps, credentials: Credentials): Promise<Writer> {
  const known = await authenticatedUser(deps, credentials);
  if (!known) throw new AppError("forum.identity_required");
  const { id, username, createdAt } = known.user;
  const { authorId } = credentials;
  if (authorId !== undefined && authorId !== null && String(authorId) !== String(id)) {
    throw new AppError("forum.not_author");
  }
  return { id, username, createdAt, isProven: true };
}

/** Returns the id of the caller's identity, or null if the caller has none. */
export async function findIdentityId(deps: Deps, cookie: string | undefined): Promise<number | null> {
  return (await userWithSecret(deps, cookie))?.id ?? null;
}

/** Deletes unused identities that never wrote or voted, because most identities never do. */
export const pruneUnusedIdentities = (deps: Deps, time: Date): Promise<void> =>
  deleteUnusedIdentities(deps, new Date(time.getTime() - UNUSED_KEPT_MS));
