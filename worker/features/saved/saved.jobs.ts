import type { Listener } from "../../platform/events.ts";
import {
  endOutboxEntry,
  type OutboxHandler,
  type OutboxHandlers,
  outboxIfChanged,
  relaySoon,
} from "../../platform/outbox.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { tellOfDrop } from "../alerts/match.service.ts";
import { closeUndoWindow } from "../decisions/decisions.service.ts";
import { vipsAmong } from "../vip/vip.service.ts";
import { saversOf } from "./saved.repo.ts";
import { forgetUnusedLists } from "./saved.service.ts";
import { forgetShortlists } from "./shortlists.service.ts";

/** People told by one delivery. */
const PAGE = 500;

/** Tells those who saved a home, and asked for it, of its lower rent. */
export const tellSavers: Listener<"listing.rent_dropped"> = ({ decisionId, dueAt, ...drop }) => ({
  kind: "saved.dropped",
  payload: { ...drop, ...(decisionId !== null && { decisionId }) },
  dueAt,
});

/** May be repeated: nobody is told the same twice. */
const tellPage: OutboxHandler<"saved.dropped"> = async (deps, { decisionId, after, ...drop }, entryId) => {
  if (decisionId !== undefined && (await closeUndoWindow(deps, decisionId, drop.listingId)) === "undone") return;
  const page = await saversOf(deps, drop.listingId, after ?? 0, PAGE);
  const vips = await vipsAmong(
    deps,
    page.map(({ emailKey }) => emailKey),
  );
  // The list is on the server for those with access alone.
  const told = page.filter(({ status, emailKey }) => status === "confirmed" || vips.has(emailKey));
  await tellOfDrop(
    deps,
    drop,
    told.map(({ email }) => email),
  );
  const last = page.length === PAGE ? page.at(-1) : undefined;
  if (!last) return;
  await deps.db.batch([
    endOutboxEntry(deps, entryId),
    outboxIfChanged(deps, "saved.dropped", { ...drop, after: last.id }),
  ]);
  relaySoon(deps);
};

export const savedOutbox: Pick<OutboxHandlers, "saved.dropped"> = { "saved.dropped": tellPage };

export const savedJobs: readonly ScheduledJob[] = [
  { name: "saved.forget_shortlists", due: daily, run: forgetShortlists },
  { name: "saved.forget_lists", due: daily, run: forgetUnusedLists },
];
