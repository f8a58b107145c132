import type { BanInput } from "../../contracts/bans.schemas.ts";
import type { BanKind, IpBan, BanDecision } from "../../contracts/bans.ts";
import { isPhone, phoneKeyOf } from "../../contracts/phones.ts";
import { parseRange, maskedRangeName, type Client } from "../../platform/client-address.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { fingerprintDistance, MAX_COPY_DISTANCE } from "../../platform/photo-bytes.ts";
import { FULL_WIDTH, type PhotoAddress } from "../../platform/photo-store.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../audit/audit.service.ts";
import {
  type DecisionItem,
  insertDecision,
  isLatest,
  markUndone,
  type Restored,
} from "../decisions/decisions.service.ts";
import { countVisitorsIn } from "../visitors/visitors.service.ts";
import { bannableRangesAround, type BanTarget, parseBanTarget, needsConfirmation, WIDE_BAN_MS } from "./ban-ranges.ts";
import {
  activeBanAmong,
  bansByIds,
  bansOfNetworks,
  bansPage,
  endBansBefore,
  putBan,
  photoBans,
  banById,
  banIdOf,
  banOf,
  insertBan,
  renewBan,
  changeBan,
  setBanActive,
} from "./bans.repo.ts";
import type { Ban } from "./bans.table.ts";

/**
 * Refuses a write from a banned IP address, with the moderator's reason.
 * @throws AppError `request.banned`
 */
export async function assertNotBanned(deps: Deps, { address }: Pick<Client, "address">): Promise<void> {
  const range = parseRange(address);
  const ban = range && (await activeBanAmong(deps, bannableRangesAround(range)));
  if (ban) {
    throw new AppError("request.banned", {
      message: `You can no longer post from this network. Reason: ${ban.reason}`,
    });
  }
}

/** Returns a page of active and inactive bans, newest first, and the number of all bans. */
export async function readBans(deps: Deps, paging: PageWindow): Promise<{ rows: IpBan[]; total: number }> {
  const [rows, total] = await Promise.all([bansPage(deps, paging), readCounter(deps, "bans")]);
  return { rows: rows.map((ban) => toIpBan(ban, deps.now())), total };
}

/** Returns active and inactive bans that cover any of these networks, newest first. */
export async function readBansCovering(deps: Deps, networks: readonly string[]): Promise<IpBan[]> {
  const around = networks.flatMap((network) => {
    const range = parseRange(network);
    return range ? bannableRangesAround(range) : [];
  });
  if (around.length === 0) return [];
  const rows = await bansOfNetworks(deps, [...new Set(around)]);
  return rows.map((ban) => toIpBan(ban, deps.now()));
}

/** The form of a ban in the withdrawal log, where it is encrypted. Times are in milliseconds. */
interface LoggedBan extends Pick<Ban, "ipAddress" | "network" | "reason" | "isActive"> {
  /** Kind of ban. Absent in entries from the time when only IP addresses and ranges could be banned. */
  kind?: BanKind;
  createdAt: number;
  expiresAt: number | null;
}

/** Returns the bans with the given ids for the withdrawal log. Leaves out deleted bans. */
export async function bansOfLog(deps: Deps, ids: readonly number[]): Promise<ReadonlyMap<number, LoggedBan>> {
  const rows = ids.length === 0 ? [] : await bansByIds(deps, ids);
  return new Map(
    rows.map(({ id, kind, ipAddress, network, reason, isActive, createdAt, expiresAt }) => [
      id,
      {
        kind,
        ipAddress,
        network,
        reason,
        isActive,
        createdAt: createdAt.getTime(),
        expiresAt: expiresAt?.getTime() ?? null,
      },
    ]),
  );
}

/** Stores a ban from the withdrawal log. */
export const restoreBan = (deps: Deps, ban: LoggedBan) =>
  putBan(deps, {
    ...ban,
    kind: ban.kind ?? (ban.ipAddress.includes("/") ? "network" : "address"),
    createdAt: new Date(ban.createdAt),
    expiresAt: ban.expiresAt === null ? null : new Date(ban.expiresAt),
  });

/**
 * Converts a ban to its form for moderators. An expired ban is inactive even before {@link banJobs} updates its row.
 */
function toIpBan({ id, kind, ipAddress, reason, isActive, createdAt, expiresAt }: Ban, now: Date): IpBan {
  const hasEnded = expiresAt !== null && expiresAt <= now;
  return {
    id,
    kind,
    value: ipAddress,
    ipAddress: kind === "address" || kind === "network" ? ipAddress : null,
    reason,
    isActive: isActive && !hasEnded,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

const ENDED_AT_ONCE = 500;

export const banJobs: readonly ScheduledJob[] = [
  { name: "bans.end", due: everyTick, run: (deps, time) => endBansBefore(deps, time, ENDED_AT_ONCE) },
];

/** The target of a ban, with its kind. */
interface Target extends BanTarget {
  kind: BanKind;
}

const phoneTarget = (digits: string) => `phone:${digits}`;

/** Matches the URL of a photo on this site, with or without origin and signature. */
const PHOTO = /\/photos\/([0-9a-f]{32})\/([0-9a-f]{32})(?![0-9a-f])/;

async function photoTarget(deps: Deps, text: string): Promise<Target> {
  const [, prefix, hash] = PHOTO.exec(text) ?? [];
  const problem = "Please give the address of a photo of a listing.";
  const unknown = () => new AppError("ban.invalid_photo", { fields: { value: problem } });
  if (!prefix || !hash) throw unknown();
  const fingerprint = await deps.photos.fingerprint({ prefix, hash });
  if (fingerprint === null) {
    // A photo of a single colour has no fingerprint, so the ban only applies to the file itself.
    const stored = await deps.photos.read({ prefix, hash }, FULL_WIDTH);
    if (!stored) throw unknown();
    await stored.object.arrayBuffer();
  }
  return { kind: "photo", ipAddress: hash, network: `photo:${fingerprint ?? `#${hash}`}` };
}

/**
 * Returns the target of a ban. Without a kind, the target is an IP address or a range.
 * @throws AppError 400 `ban.invalid_address`, `ban.invalid_phone`, `ban.invalid_photo`
 */
async function banTargetOf(deps: Deps, text: string, kind: BanKind | undefined): Promise<Target> {
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
 * Refuses a listing with a banned phone number. The error does not reveal which detail is banned.
 * @throws AppError 403 `listing.refused`
 */
export async function assertPhoneAllowed(deps: Deps, phone: string | null | undefined): Promise<void> {
  if (!phone) return;
  if (await activeBanAmong(deps, [phoneTarget(phoneKeyOf(phone))])) throw new AppError("listing.refused");
}

/** Functions that check whether a photo is banned, either as the same file or because it looks the same. */
interface PhotoBans {
  includesFile(hash: string): boolean;
  includesLook(fingerprint: string): boolean;
  readonly isEmpty: boolean;
}

/** Reads the active bans of photos, for comparisons with uploads. */
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
 * Refuses a stored photo that looks like a banned photo. The error does not reveal which photo is banned. While the
 * Images service is unavailable, the photo is accepted, and compared before review (fingerprints.service.ts).
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

/**
 * Returns the target of a ban for the audit log. IP addresses are masked, because the log is kept longer than they may
 * be.
 */
function auditedBan({ kind, network }: Pick<Ban, "kind" | "network">) {
  const range = kind === "phone" ? null : parseRange(network);
  const masked = kind === "phone" ? `phone:…${network.slice(-2)}` : network;
  return { actor: "admin" as const, targetType: "ban", targetId: range ? maskedRangeName(range) : masked };
}

/**
 * Returns when a ban expires: in a week for a wide range. Returns null for all other bans, which never expire.
 * @throws AppError `ban.confirm_wide`, with the number of affected visitors, unless the moderator confirmed a wide ban
 */
async function expiryOf(deps: Deps, network: string, confirmed: boolean): Promise<Date | null> {
  if (!needsConfirmation(network)) return null;
  if (!confirmed) {
    const visitors = await countVisitorsIn(deps, network);
    throw new AppError("ban.confirm_wide", {
      message: `${network} is a wide range: ${visitors} ${visitors === 1 ? "visitor" : "visitors"} of the last 30 days came from it. A ban of it ends after 7 days.`,
      visitors,
    });
  }
  return new Date(deps.now().getTime() + WIDE_BAN_MS);
}

/** Returns the values that an undo restores. Returns none for a new ban, because an undo lifts it. */
const restorable = ({ ipAddress, reason, isActive, expiresAt }: Ban): Record<string, unknown> => ({
  ipAddress,
  reason,
  isActive,
  expiresAt: expiresAt?.getTime() ?? null,
});

/**
 * Bans an IP address (an IPv6 address by its /64), a range, or the phone number or photo of a listing. Each target has
 * at most one ban: banning it again changes the reason and reactivates the ban.
 * @param wanted.confirmed whether the moderator confirmed the ban of a wide range
 * @param several id of the decision, if the decision bans several targets
 * @returns the ban; its `decisionId` is null if the ban already existed
 * @throws AppError `ban.invalid_address`, `ban.invalid_phone`, `ban.invalid_photo`, `ban.confirm_wide`
 */
export async function ban(
  deps: Deps,
  { kind, value, reason, confirmed = false }: BanInput,
  by: Moderator,
  several?: string,
): Promise<BanDecision> {
  const decisionId = several ?? deps.newId();
  const target = await banTargetOf(deps, value, kind);
  const expiresAt = await expiryOf(deps, target.network, confirmed);
  const wanted = { ...target, reason, expiresAt };
  const entry = { ...auditedBan(target), ipAddress: by.ipAddress };
  const after = { reason, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
  const decision = { id: decisionId, action: "ban", targetType: "ban", revision: null } as const;
  const [[added]] = await runAllOrNone(deps, [
    insertBan(deps, wanted),
    auditEntry(deps, { ...entry, action: "ban.create", after }),
    insertDecision(deps, { ...decision, targetId: banIdOf(target.network), before: {} }),
  ]);
  if (added) return { ...toIpBan(added, deps.now()), decisionId };
  const row = await banOf(deps, target.network);
  if (!row) throw new AppError("ban.not_found");
  const known = toIpBan(row, deps.now());
  const isSame = several !== undefined || known.value === target.ipAddress;
  const isRepeated = known.isActive && known.reason === reason && isSame;
  // Banning a wide range again restarts its week.
  if (isRepeated && expiresAt === null) return { ...known, decisionId: null };
  const [[renewed]] = await runAllOrNone(deps, [
    renewBan(deps, known.id, wanted),
    auditEntry(deps, {
      ...entry,
      action: known.isActive ? "ban.create" : "ban.reactivate",
      before: { reason: known.reason, isActive: known.isActive },
      after: { ...after, isActive: true },
    }),
    insertDecision(deps, { ...decision, targetId: row.id, before: restorable(row) }),
  ]);
  if (!renewed) throw new AppError("ban.not_found");
  return { ...toIpBan(renewed, deps.now()), decisionId };
}

/**
 * Lifts or reactivates a ban. A repeated call changes nothing.
 * @throws AppError `ban.not_found`, `ban.confirm_wide` when a wide ban is to be reactivated without confirmation
 */
export async function updateBan(
  deps: Deps,
  id: number | null,
  { isActive, confirmed = false }: { isActive: boolean; confirmed?: boolean | undefined },
  by: Moderator,
): Promise<BanDecision> {
  const row = id === null ? null : await banById(deps, id);
  if (!row) throw new AppError("ban.not_found");
  const known = toIpBan(row, deps.now());
  if (known.isActive === isActive) return { ...known, decisionId: null };
  const expiresAt = isActive ? await expiryOf(deps, row.network, confirmed) : row.expiresAt;
  const decisionId = deps.newId();
  const [[changed]] = await runAllOrNone(deps, [
    setBanActive(deps, row.id, isActive, expiresAt),
    auditEntry(deps, {
      ...auditedBan(row),
      action: isActive ? "ban.reactivate" : "ban.lift",
      before: { isActive: !isActive },
      after: { isActive },
      ipAddress: by.ipAddress,
    }),
    insertDecision(deps, {
      id: decisionId,
      action: isActive ? "ban" : "lift_ban",
      targetType: "ban",
      targetId: row.id,
      before: restorable(row),
      revision: null,
    }),
  ]);
  const after = toIpBan(changed ?? { ...row, isActive, expiresAt }, deps.now());
  return { ...after, decisionId: changed ? decisionId : null };
}

/**
 * Undoes decisions about bans. Lifts new bans, and restores existing bans to their earlier state. Does not change bans
 * that a later decision changed.
 */
export async function undoBans(deps: Deps, items: readonly DecisionItem[], by: Moderator): Promise<Restored> {
  const restored: IpBan[] = [];
  for (const item of items) {
    const row = await banById(deps, item.targetId ?? 0);
    if (!row) continue;
    const { ipAddress, reason, isActive, expiresAt } = item.before;
    const values =
      typeof ipAddress === "string" && typeof reason === "string"
        ? {
            ipAddress,
            reason,
            isActive: isActive === true,
            expiresAt: typeof expiresAt === "number" ? new Date(expiresAt) : null,
          }
        : { isActive: false };
    const [[changed]] = await runAllOrNone(deps, [
      changeBan(deps, row.id, values),
      auditEntry(deps, {
        ...auditedBan(row),
        action: "ban.undo",
        before: { isActive: row.isActive },
        after: { isActive: values.isActive },
        ipAddress: by.ipAddress,
      }),
      markUndone(deps, item, isLatest(item)),
    ]);
    if (changed) restored.push(toIpBan(changed, deps.now()));
  }
  return { listings: [], reports: 0, bans: restored.length, refused: [], message: messageFor(restored, items.length) };
}

/**
 * Returns the message about an undo. @param asked number of bans that the undo was to restore; bans with a later
 * decision stay as they are
 */
function messageFor(restored: readonly IpBan[], asked: number): string {
  const [first] = restored;
  const left = asked - restored.length;
  const stayed =
    left === 1
      ? "1 ban has been changed since and stays as it is."
      : `${left} bans have been changed since and stay as they are.`;
  if (!first) return stayed;
  const what = first.kind === "photo" ? "a photo" : first.value;
  const done =
    restored.length > 1
      ? `${restored.length} bans are as they were before.`
      : `${first.isActive ? "Banned as before" : "Not banned"}: ${what}`;
  return left === 0 ? done : `${done}${done.endsWith(".") ? "" : "."} ${stayed}`;
}
