import type { IpBan } from "../../contracts/forum.ts";
import { canonicalAddress, type Client, maskedAddress, networkOf } from "../../platform/client-address.ts";
import { readCounter } from "../../platform/counters.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { Paging } from "../../platform/paging.ts";
import { auditIfChanged } from "../audit/audit.service.ts";
import type { Moderator } from "../listings/listings.moderation.service.ts";
import {
  activeBanOf,
  banById,
  banOf,
  bansOfNetworks,
  bansPage,
  insertBan,
  renewBan,
  setBanActive,
} from "./bans.repo.ts";
import type { Ban } from "./bans.table.ts";

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

/** Bans that hold or held, newest first, and how many there are. */
export async function readBans(deps: Deps, paging: Paging): Promise<{ bans: IpBan[]; total: number }> {
  const [rows, total] = await Promise.all([bansPage(deps, paging), readCounter(deps, "bans")]);
  return { bans: rows.map(toIpBan), total };
}

/** Bans that hold or held for some networks, newest first. */
export async function readBansOf(deps: Deps, networks: readonly string[]): Promise<IpBan[]> {
  return networks.length === 0 ? [] : (await bansOfNetworks(deps, networks)).map(toIpBan);
}

const UNREADABLE = "Please enter one full IP address, such as 203.0.113.7 or 2001:db8::7.";
const NOBODY = "This address stands for callers whose address is not known, and cannot be banned.";

/**
 * Whom an address means: its canonical spelling, and the network a ban of it holds for. The whole network of one
 * subscriber may be written as such: `2001:db8:1:2::/64`, `203.0.113.7/32`.
 * @throws AppError `ban.invalid_address`
 */
function targetOf(text: string): Client {
  const whole = /^(?:(?<v6>[^/]*:[^/]*)\/64|(?<v4>[^/:]+)\/32)$/.exec(text.trim())?.groups;
  const address = canonicalAddress(whole?.v6 ?? whole?.v4 ?? text);
  const refused = (problem: string) =>
    new AppError("ban.invalid_address", { message: problem, fields: { ipAddress: problem } });
  if (address === null) throw refused(UNREADABLE);
  if (address === "0.0.0.0") throw refused(NOBODY);
  return { address, network: networkOf(address) };
}

/** A ban as the log names it: the log outlives the time for which it may know an address. */
const auditedBan = (address: string) => ({
  actor: "admin" as const,
  targetType: "ban",
  targetId: maskedAddress(address),
});

/**
 * Bans the network of an address: an IPv4 address itself, the /64 of an IPv6 one. A network that is, or was, banned
 * gets the new reason and is banned; there is one ban a network.
 * @throws AppError `ban.invalid_address`
 */
export async function banAddress(
  deps: Deps,
  { ipAddress, reason }: { ipAddress: string; reason: string },
  by: Moderator,
): Promise<IpBan> {
  const { address, network } = targetOf(ipAddress);
  const wanted = { ipAddress: address, network, reason };
  const entry = { ...auditedBan(address), ipAddress: by.ipAddress };
  const [[added]] = await deps.db.batch([
    insertBan(deps, wanted),
    auditIfChanged(deps, { ...entry, action: "ban.create", after: { reason } }),
  ]);
  if (added) return toIpBan(added);
  const known = await banOf(deps, network);
  if (!known) throw new AppError("ban.not_found");
  if (known.isActive && known.reason === reason && known.ipAddress === address) return toIpBan(known);
  const [[renewed]] = await deps.db.batch([
    renewBan(deps, known.id, wanted),
    auditIfChanged(deps, {
      ...entry,
      action: known.isActive ? "ban.create" : "ban.reactivate",
      before: { reason: known.reason, isActive: known.isActive },
      after: { reason, isActive: true },
    }),
  ]);
  if (!renewed) throw new AppError("ban.not_found");
  return toIpBan(renewed);
}

/**
 * Lifts a ban, or makes it hold again. Repeating either changes nothing.
 * @throws AppError `ban.not_found`
 */
export async function setBan(deps: Deps, id: number | null, isActive: boolean, by: Moderator): Promise<IpBan> {
  const known = id === null ? null : await banById(deps, id);
  if (!known) throw new AppError("ban.not_found");
  const [[changed]] = await deps.db.batch([
    setBanActive(deps, known.id, isActive),
    auditIfChanged(deps, {
      ...auditedBan(known.ipAddress),
      action: isActive ? "ban.reactivate" : "ban.lift",
      before: { isActive: !isActive },
      after: { isActive },
      ipAddress: by.ipAddress,
    }),
  ]);
  return toIpBan(changed ?? { ...known, isActive });
}

function toIpBan({ id, ipAddress, reason, isActive, createdAt }: Ban): IpBan {
  return { id, ipAddress, reason, isActive, createdAt: createdAt.toISOString() };
}
