import { queryOptions } from "@tanstack/react-query";
import type { ListedAuditEntry } from "../../../worker/contracts/audit.ts";
import { getJson } from "../../lib/api.ts";
import { FOR_MODERATORS, pagedList } from "../../lib/paged-list.ts";

const PAGE_SIZE = 50;

/** What is searched for; empty texts stand for everything. */
export const ALL_ENTRIES = { q: "", actor: "", action: "", from: "", until: "" };
export type AuditFilter = typeof ALL_ENTRIES;

const auditKeys = { all: ["audit", "admin"] as const };

/** The path of a search. */
export function auditPath(filter: AuditFilter, format: "" | "/csv" = ""): string {
  const asked = Object.entries(filter).filter(([, value]) => value !== "");
  return `/api/admin/audit${format}${asked.length === 0 ? "" : `?${new URLSearchParams(asked)}`}`;
}

export const auditList = (filter: AuditFilter) =>
  pagedList<ListedAuditEntry>([...auditKeys.all, filter], auditPath(filter), PAGE_SIZE);

/** Everybody whom the log names. */
export const auditPeople = () =>
  queryOptions({
    queryKey: [...auditKeys.all, "people"],
    queryFn: ({ signal }) => getJson<{ id: number; name: string }[]>("/api/admin/audit/people", { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
