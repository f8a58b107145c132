import type { BanKind, IpBan } from "../../contracts/bans.ts";
import { parseRange } from "../../platform/address-ranges.ts";
import type { Client } from "../../platform/client-address.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { bannableRangesAround } from "./ban-ranges.ts";
import { activeBanAmong, bansByIds, bansOfNetworks, bansPage, endBansBefore, putBan } from "./bans.repo.ts";
import type { Ban } from "./bans.table.ts";

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
export function toIpBan({ id, kind, ipAddress, reason, isActive, createdAt, expiresAt }: Ban, now: Date): IpBan {
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
