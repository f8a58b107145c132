import type { AdvertisementDraft } from "../../contracts/ads.schemas.ts";
import type { AdvertisementSettings, AdvertisementStats } from "../../contracts/ads.ts";
import { DAY_MS } from "../../contracts/days.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { purge } from "../../platform/purge.ts";
import { countForNetworks } from "../../platform/rate-limits.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { auditEntry } from "../audit/audit.service.ts";
import {
  advertisement,
  type AdvertisementRow,
  clickTotals,
  countClick,
  deleteClicksBefore,
  deleteDaysBefore,
  hasClicked,
  upsertAdvertisement,
} from "./ads.repo.ts";

/** How long daily counts are kept. Statistics need the counts since the first of the month. */
const DAYS_KEPT_MS = 62 * DAY_MS;

const toSettings = (row: AdvertisementRow | null): AdvertisementSettings => ({
  title: row?.title ?? "",
  link: row?.link ?? "",
  enabled: row?.enabled ?? false,
  updatedAt: row?.updatedAt.toISOString() ?? null,
});

const toAudited = ({ title, link, enabled }: AdvertisementSettings | AdvertisementDraft) => ({ title, link, enabled });

/** Returns the public advertisement, with empty texts while the advertisement is disabled. */
export async function readPublicAdvertisement(deps: Deps): Promise<AdvertisementSettings> {
  const settings = toSettings(await advertisement(deps));
  return settings.enabled ? settings : { ...settings, title: "", link: "" };
}

/** Returns the advertisement for the operator, including its texts while it is disabled. */
export async function readAdvertisement(deps: Deps): Promise<AdvertisementSettings> {
  return toSettings(await advertisement(deps));
}

/** Changes the advertisement and audits the change. */
export async function updateAdvertisement(
  deps: Deps,
  draft: AdvertisementDraft,
  by: { ipAddress: string },
): Promise<AdvertisementSettings> {
  const before = await readAdvertisement(deps);
  const [[row]] = await deps.db.batch([
    upsertAdvertisement(deps, draft),
    auditEntry(deps, {
      actor: "operator",
      action: "advertisement.change",
      targetType: "advertisement",
      targetId: 1,
      before: toAudited(before),
      after: toAudited(draft),
      ...by,
    }),
  ]);
  await purge(deps, "advertisement.changed");
  return toSettings(row ?? null);
}

/** Counts a click while the advertisement is enabled. A browser's first click of a day counts as unique. */
export async function recordClick(deps: Deps, visitorId: string, from: Client): Promise<void> {
  const row = await advertisement(deps);
  if (!row?.enabled) return;
  const day = torontoDay(deps.now());
  const visitor = await deps.tokens.keyedHash("advertisement", visitorId);
  const isNew = !(await hasClicked(deps, day, visitor));
  // Without the limit per network, a script could fake unique clicks with new browser ids.
  const isCounted = isNew && (await countForNetworks(deps, "ad_clicks", from)).allowed;
  await countClick(deps, day, isCounted ? visitor : null);
}

export async function readAdvertisementStats(deps: Deps): Promise<AdvertisementStats> {
  return clickTotals(deps, torontoDay(deps.now()));
}

export const adJobs: readonly ScheduledJob[] = [
  {
    name: "ads.forget",
    due: everyTick,
    run: async (deps, time) => {
      await deleteClicksBefore(deps, torontoDay(time));
      await deleteDaysBefore(deps, torontoDay(new Date(time.getTime() - DAYS_KEPT_MS)));
    },
  },
];
