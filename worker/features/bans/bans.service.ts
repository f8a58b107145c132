import type { BanInput } from "../../contracts/bans.schemas.ts";
import type { BanKind, IpBan } from "../../contracts/forum.ts";
import { maskedRangeName, parseRange } from "../../platform/address-ranges.ts";
import type { Client } from "../../platform/client-address.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { countVisitorsIn } from "../visitors/visitors.service.ts";
import { bannableRangesAround, needsConfirmation, WIDE_BAN_MS } from "./ban-ranges.ts";
import {
  activeBanAmong,
  banById,
  banOf,
  bansOfNetworks,
  bansPage,
  endBansBefore,
  insertBan,
  bansByIds,
  putBan,
  renewBan,
  setBanActive,
} from "./bans.repo.ts";
import type { Ban } from "./bans.table.ts";
import { banTargetOf } from "./listing-bans.service.ts";

/**
 * Refuses a write from a banned address, with the moderator's reason.
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

/** A page of bans, active or not, newest first, and the number of all bans. */
export async function readBans(deps: Deps, paging: PageWindow): Promise<{ rows: IpBan[]; total: number }> {
  const [rows, total] = await Promise.all([bansPage(deps, paging), readCounter(deps, "bans")]);
  return { rows: rows.map((ban) => toIpBan(ban, deps.now())), total };
}

/** Bans, active or not, that cover one of some networks, newest first. */
export async function readBansCovering(deps: Deps, networks: readonly string[]): Promise<IpBan[]> {
  const around = networks.flatMap((network) => {
    const range = parseRange(network);
    return range ? bannableRangesAround(range) : [];
  });
  if (around.length === 0) return [];
  const rows = await bansOfNetworks(deps, [...new Set(around)]);
  return rows.map((ban) => toIpBan(ban, deps.now()));
}

/** The audit target of a ban, masked because the log is kept longer than addresses may be. */
function auditedBan({ kind, network }: Pick<Ban, "kind" | "network">) {
  const range = kind === "phone" ? null : parseRange(network);
  const masked = kind === "phone" ? `phone:…${network.slice(-2)}` : network;
  return { actor: "admin" as const, targetType: "ban", targetId: range ? maskedRangeName(range) : masked };
}

/**
 * The expiry of a ban: a week from now for a wide range, otherwise none.
 * @throws AppError `ban.confirm_wide` with the number of affected visitors unless a wide ban is confirmed
 */
async function endOf(deps: Deps, network: string, confirmed: boolean): Promise<Date | null> {
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

/**
 * Bans an address or a range, an IPv4 address itself and the /64 of an IPv6 address, or what listings may not have. Each
 * has one ban, so banning it again changes its reason and reactivates it.
 * @param wanted.confirmed whether a ban of a wide range is confirmed
 * @throws AppError `ban.invalid_address`, `ban.invalid_phone`, `ban.invalid_photo`, `ban.confirm_wide`
 */
export async function ban(
  deps: Deps,
  { kind, value, reason, confirmed = false }: BanInput,
  by: Moderator,
): Promise<IpBan> {
  const target = await banTargetOf(deps, value, kind);
  const expiresAt = await endOf(deps, target.network, confirmed);
  const wanted = { ...target, reason, expiresAt };
  const entry = { ...auditedBan(target), ipAddress: by.ipAddress };
  const after = { reason, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
  const [[added]] = await deps.db.batch([
    insertBan(deps, wanted),
    auditIfChanged(deps, { ...entry, action: "ban.create", after }),
  ]);
  if (added) return toIpBan(added, deps.now());
  const row = await banOf(deps, target.network);
  if (!row) throw new AppError("ban.not_found");
  const known = toIpBan(row, deps.now());
  const isRepeated = known.isActive && known.reason === reason && known.value === target.ipAddress;
  // Banning a wide range again restarts its week.
  if (isRepeated && expiresAt === null) return known;
  const [[renewed]] = await deps.db.batch([
    renewBan(deps, known.id, wanted),
    auditIfChanged(deps, {
      ...entry,
      action: known.isActive ? "ban.create" : "ban.reactivate",
      before: { reason: known.reason, isActive: known.isActive },
      after: { ...after, isActive: true },
    }),
  ]);
  if (!renewed) throw new AppError("ban.not_found");
  return toIpBan(renewed, deps.now());
}

/**
 * Lifts or reactivates a ban; repeating it changes nothing.
 * @throws AppError `ban.not_found`, `ban.confirm_wide` when a wide ban is to be reactivated without confirmation
 */
export async function updateBan(
  deps: Deps,
  id: number | null,
  { isActive, confirmed = false }: { isActive: boolean; confirmed?: boolean | undefined },
  by: Moderator,
): Promise<IpBan> {
  const row = id === null ? null : await banById(deps, id);
  if (!row) throw new AppError("ban.not_found");
  const known = toIpBan(row, deps.now());
  if (known.isActive === isActive) return known;
  const expiresAt = isActive ? await endOf(deps, row.network, confirmed) : row.expiresAt;
  const [[changed]] = await deps.db.batch([
    setBanActive(deps, row.id, isActive, expiresAt),
    auditIfChanged(deps, {
      ...auditedBan(row),
      action: isActive ? "ban.reactivate" : "ban.lift",
      before: { isActive: !isActive },
      after: { isActive },
      ipAddress: by.ipAddress,
    }),
  ]);
  return toIpBan(changed ?? { ...row, isActive, expiresAt }, deps.now());
}

/** A ban in the withdrawal log, which keeps it encrypted; times in milliseconds. */
interface LoggedBan extends Pick<Ban, "ipAddress" | "network" | "reason" | "isActive"> {
  /** Absent in entries from before there were others than addresses and ranges. */
  kind?: BanKind;
  createdAt: number;
  expiresAt: number | null;
}

/** Some bans by their ids, for the withdrawal log; those that are gone are missing. */
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

/** Stores a ban as the withdrawal log knows it. */
export const restoreBan = (deps: Deps, ban: LoggedBan) =>
  putBan(deps, {
    ...ban,
    kind: ban.kind ?? (ban.ipAddress.includes("/") ? "network" : "address"),
    createdAt: new Date(ban.createdAt),
    expiresAt: ban.expiresAt === null ? null : new Date(ban.expiresAt),
  });

/** A ban as shown to moderators; an expired one is inactive even before {@link banJobs} updates its row. */
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
