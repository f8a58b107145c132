import type { BanInput } from "../../contracts/bans.schemas.ts";
import type { Decision } from "../../contracts/decisions.ts";
import type { BanDecision, BanKind, IpBan } from "../../contracts/bans.ts";
import { maskedRangeName, parseRange } from "../../platform/address-ranges.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import {
  type DecisionItem,
  insertDecisionIfChanged,
  isLatest,
  isUndoable,
  markUndoneIfChanged,
  type Restored,
} from "../decisions/decisions.service.ts";
import { countVisitorsIn } from "../visitors/visitors.service.ts";
import { needsConfirmation, WIDE_BAN_MS } from "./ban-ranges.ts";
import { banById, banIdOf, banOf, insertBan, renewBan, restoreBanIf, setBanActive } from "./bans.repo.ts";
import { toIpBan } from "./bans.service.ts";
import type { Ban } from "./bans.table.ts";
import { banTargetOf } from "./listing-bans.service.ts";

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

/** What an undo of a decision about a ban restores; empty for a new ban, which is lifted. */
const restorable = ({ ipAddress, reason, isActive, expiresAt }: Ban): Record<string, unknown> => ({
  ipAddress,
  reason,
  isActive,
  expiresAt: expiresAt?.getTime() ?? null,
});

/**
 * Bans an address or a range, an IPv4 address itself and the /64 of an IPv6 address, or what listings may not have. Each
 * has one ban, so banning it again changes its reason and reactivates it.
 * @param wanted.confirmed whether a ban of a wide range is confirmed
 * @param decisionId of a decision on several
 * @returns the ban; its `decisionId` is null if it was there already
 * @throws AppError `ban.invalid_address`, `ban.invalid_phone`, `ban.invalid_photo`, `ban.confirm_wide`
 */
export async function ban(
  deps: Deps,
  { kind, value, reason, confirmed = false }: BanInput,
  by: Moderator,
  decisionId = deps.newId(),
): Promise<BanDecision> {
  const target = await banTargetOf(deps, value, kind);
  const expiresAt = await endOf(deps, target.network, confirmed);
  const wanted = { ...target, reason, expiresAt };
  const entry = { ...auditedBan(target), ipAddress: by.ipAddress };
  const after = { reason, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
  const decision = { id: decisionId, action: "ban", targetType: "ban", revision: null } as const;
  const [[added]] = await deps.db.batch([
    insertBan(deps, wanted),
    auditIfChanged(deps, { ...entry, action: "ban.create", after }),
    insertDecisionIfChanged(deps, { ...decision, targetId: banIdOf(target.network), before: {} }),
  ]);
  if (added) return { ...toIpBan(added, deps.now()), decisionId };
  const row = await banOf(deps, target.network);
  if (!row) throw new AppError("ban.not_found");
  const known = toIpBan(row, deps.now());
  const isRepeated = known.isActive && known.reason === reason && known.value === target.ipAddress;
  // Banning a wide range again restarts its week.
  if (isRepeated && expiresAt === null) return { ...known, decisionId: null };
  const [[renewed]] = await deps.db.batch([
    renewBan(deps, known.id, wanted),
    auditIfChanged(deps, {
      ...entry,
      action: known.isActive ? "ban.create" : "ban.reactivate",
      before: { reason: known.reason, isActive: known.isActive },
      after: { ...after, isActive: true },
    }),
    insertDecisionIfChanged(deps, { ...decision, targetId: row.id, before: restorable(row) }),
  ]);
  if (!renewed) throw new AppError("ban.not_found");
  return { ...toIpBan(renewed, deps.now()), decisionId };
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
): Promise<BanDecision> {
  const row = id === null ? null : await banById(deps, id);
  if (!row) throw new AppError("ban.not_found");
  const known = toIpBan(row, deps.now());
  if (known.isActive === isActive) return { ...known, decisionId: null };
  const expiresAt = isActive ? await endOf(deps, row.network, confirmed) : row.expiresAt;
  const decisionId = deps.newId();
  const [[changed]] = await deps.db.batch([
    setBanActive(deps, row.id, isActive, expiresAt),
    auditIfChanged(deps, {
      ...auditedBan(row),
      action: isActive ? "ban.reactivate" : "ban.lift",
      before: { isActive: !isActive },
      after: { isActive },
      ipAddress: by.ipAddress,
    }),
    insertDecisionIfChanged(deps, {
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

/** Undoes decisions about bans: a new ban is lifted, another one is as it was before. A later decision stays in force. */
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
    const [[changed]] = await deps.db.batch([
      restoreBanIf(deps, row.id, values, [isUndoable(deps, item), isLatest(item)]),
      auditIfChanged(deps, {
        ...auditedBan(row),
        action: "ban.undo",
        before: { isActive: row.isActive },
        after: { isActive: values.isActive },
        ipAddress: by.ipAddress,
      }),
      markUndoneIfChanged(deps, item),
    ]);
    if (changed) restored.push(toIpBan(changed, deps.now()));
  }
  return { listings: [], reports: 0, bans: restored.length, refused: [], message: messageFor(restored, items.length) };
}

/** @param asked the number of bans that were to be restored; those with a later decision stay */
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

/**
 * Bans several things for one reason, each once.
 * @returns a function that answers with a null `decisionId` where nothing changed, and throws what {@link ban} throws
 */
export function banTogether(deps: Deps, { reason }: Pick<BanInput, "reason">, by: Moderator) {
  const done = new Set<string>();
  return async (kind: BanKind, value: string, decisionId: string): Promise<Decision> => {
    const { network } = await banTargetOf(deps, value, kind);
    if (done.has(network)) return { decisionId: null };
    done.add(network);
    return ban(deps, { kind, value, reason }, by, decisionId);
  };
}
