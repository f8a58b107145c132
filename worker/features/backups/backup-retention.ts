import { BACKUPS_KEPT } from "./backup-format.ts";

/**
 * The backups that are not kept any longer: neither among the newest 30, nor the first of one of the newest 3 months.
 * @param ids days in ascending order
 */
export function backupsToDelete(ids: readonly string[]): string[] {
  const firstOfMonth = new Map<string, string>();
  for (const id of ids) if (!firstOfMonth.has(id.slice(0, 7))) firstOfMonth.set(id.slice(0, 7), id);
  const kept = new Set([...ids.slice(-BACKUPS_KEPT.daily), ...[...firstOfMonth.values()].slice(-BACKUPS_KEPT.monthly)]);
  return ids.filter((id) => !kept.has(id));
}
