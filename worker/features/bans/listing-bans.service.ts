import type { BanKind } from "../../contracts/bans.ts";
import { isPhone, phoneKeyOf } from "../../contracts/phones.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { fingerprintDistance, MAX_COPY_DISTANCE } from "../../platform/photo-bytes.ts";
import { FULL_WIDTH, type PhotoAddress } from "../../platform/photo-store.ts";
import { type BanTarget, parseBanTarget } from "./ban-ranges.ts";
import { activeBanAmong, photoBans } from "./bans.repo.ts";

/** What a ban applies to. */
interface Target extends BanTarget {
  kind: BanKind;
}

const phoneTarget = (digits: string) => `phone:${digits}`;

/** A photo's address as the site writes it, with or without origin and signature. */
const PHOTO = /\/photos\/([0-9a-f]{32})\/([0-9a-f]{32})(?![0-9a-f])/;

async function photoTarget(deps: Deps, text: string): Promise<Target> {
  const [, prefix, hash] = PHOTO.exec(text) ?? [];
  const problem = "Please give the address of a photo of a listing.";
  const unknown = () => new AppError("ban.invalid_photo", { fields: { value: problem } });
  if (!prefix || !hash) throw unknown();
  const fingerprint = await deps.photos.fingerprint({ prefix, hash });
  if (fingerprint === null) {
    // A photo of one colour has no fingerprint, so only the file itself is banned.
    const stored = await deps.photos.read({ prefix, hash }, FULL_WIDTH);
    if (!stored) throw unknown();
    await stored.object.arrayBuffer();
  }
  return { kind: "photo", ipAddress: hash, network: `photo:${fingerprint ?? `#${hash}`}` };
}

/**
 * The target of a ban. Without a kind it is an address or a range.
 * @throws AppError 400 `ban.invalid_address`, `ban.invalid_phone`, `ban.invalid_photo`
 */
export async function banTargetOf(deps: Deps, text: string, kind: BanKind | undefined): Promise<Target> {
  if (kind === "photo") return photoTarget(deps, text);
  if (kind === "phone") {
    const problem = "Please enter a full phone number.";
    if (!isPhone(text)) throw new AppError("ban.invalid_phone", { fields: { value: problem } });
    return { kind, ipAddress: text, network: phoneTarget(phoneKeyOf(text)) };
  }
  const target = parseBanTarget(text);
  const found = target.ipAddress.includes("/") ? "network" : "address";
  if (kind !== undefined && kind !== found) {
    const message = kind === "address" ? "This is a range, not an address." : "This is an address, not a range.";
    throw new AppError("ban.invalid_address", { message, fields: { ipAddress: message } });
  }
  return { ...target, kind: found };
}

/**
 * Refuses a listing with a banned phone number, without telling which of its details is banned.
 * @throws AppError 403 `listing.refused`
 */
export async function assertPhoneAllowed(deps: Deps, phone: string | null | undefined): Promise<void> {
  if (!phone) return;
  if (await activeBanAmong(deps, [phoneTarget(phoneKeyOf(phone))])) throw new AppError("listing.refused");
}

/** Tells whether a photo is banned: the same file, or one that looks the same. */
export interface PhotoBans {
  includesFile(hash: string): boolean;
  includesLook(fingerprint: string): boolean;
  readonly isEmpty: boolean;
}

/** The active bans of photos. */
export async function readPhotoBans(deps: Deps): Promise<PhotoBans> {
  const bans = await photoBans(deps);
  const looks = bans.flatMap(({ network }) => /^photo:([0-9a-f]{32})$/.exec(network)?.[1] ?? []);
  return {
    includesFile: (hash) => bans.some(({ ipAddress }) => ipAddress === hash),
    includesLook: (fingerprint) => looks.some((look) => fingerprintDistance(fingerprint, look) <= MAX_COPY_DISTANCE),
    isEmpty: bans.length === 0,
  };
}

/**
 * Refuses a stored photo that looks like a banned one, without telling which. While the Images service is away it
 * passes, and is compared again before review (fingerprints.service.ts).
 * @throws AppError 403 `listing.refused`
 */
export async function assertLookAllowed(deps: Deps, bans: PhotoBans, photo: PhotoAddress): Promise<void> {
  if (bans.isEmpty) return;
  const fingerprint = await deps.photos.fingerprint(photo).catch((error: unknown) => {
    deps.log.warn("photo.not_compared", { reason: String(error).slice(0, 300) });
    return null;
  });
  if (fingerprint !== null && bans.includesLook(fingerprint)) throw new AppError("listing.refused");
}
