import type { GuidelineDraft } from "../../contracts/rent-check.schemas.ts";
import type { RentGuideline, StoredGuideline } from "../../contracts/rent-check.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import {
  allGuidelines,
  confirmedGuidelines,
  deleteGuideline,
  guidelineOf,
  writeGuideline,
} from "./rent-guidelines.repo.ts";
import type { RentGuidelineRow } from "./rent-guidelines.table.ts";

const toStored = ({ year, percent, source, confirmedAt }: RentGuidelineRow): StoredGuideline => ({
  year,
  percent,
  source,
  confirmedOn: confirmedAt && torontoDay(confirmedAt),
});

/** The guidelines of some years that the operator confirmed; others are not known here. */
export async function confirmedGuidelinesOf(deps: Deps, years: readonly number[]): Promise<RentGuideline[]> {
  const rows = await confirmedGuidelines(deps, years);
  return rows
    .map(toStored)
    .flatMap((row) => (row.confirmedOn === null ? [] : [{ ...row, confirmedOn: row.confirmedOn }]));
}

/** All guidelines for the operator, the newest year first. */
export const readGuidelines = async (deps: Deps): Promise<StoredGuideline[]> =>
  (await allGuidelines(deps)).map(toStored);

const TARGET = "rent_guideline";
const toAudited = ({ percent, source, confirmedAt }: RentGuidelineRow) => ({
  percent,
  source,
  isConfirmed: confirmedAt !== null,
});

/**
 * Adds or changes a year's guideline, confirmed or not. Idempotent.
 * @throws AppError `rent_guideline.changed` after a race
 */
export async function setGuideline(
  deps: Deps,
  year: number,
  { percent, source, isConfirmed }: GuidelineDraft,
  by: Moderator,
): Promise<StoredGuideline> {
  const existing = await guidelineOf(deps, year);
  const isSame = existing !== null && existing.percent === percent && existing.source === source;
  if (isSame && (existing.confirmedAt !== null) === isConfirmed) return toStored(existing);
  const row = { year, percent, source, confirmedAt: isConfirmed ? deps.now() : null };
  const [[written]] = await deps.db.batch([
    writeGuideline(deps, existing, row),
    auditIfChanged(deps, {
      action: existing ? "rent_guideline.changed" : "rent_guideline.added",
      targetType: TARGET,
      targetId: year,
      before: existing && toAudited(existing),
      after: toAudited(row),
      ...by,
    }),
  ]);
  if (!written) throw new AppError("rent_guideline.changed");
  return toStored(written);
}

/** Deletes a year. @throws AppError `rent_guideline.not_found`, `rent_guideline.changed` after a race */
export async function removeGuideline(deps: Deps, year: number, by: Moderator): Promise<void> {
  const existing = await guidelineOf(deps, year);
  if (!existing) throw new AppError("rent_guideline.not_found");
  const [[deleted]] = await deps.db.batch([
    deleteGuideline(deps, existing),
    auditIfChanged(deps, {
      action: "rent_guideline.deleted",
      targetType: TARGET,
      targetId: year,
      before: toAudited(existing),
      ...by,
    }),
  ]);
  if (!deleted) throw new AppError("rent_guideline.changed");
}
