import { queryOptions } from "@tanstack/react-query";
import { type AuditQuery, exportAudit, listAudit, listAuditPeople } from "../../../worker/contracts/audit.ts";
import { call, urlOf } from "../../lib/api.ts";
import { FOR_MODERATORS, pagedList } from "../../lib/paged-list.ts";

const PAGE_SIZE = 50;

/** What is searched for; empty texts stand for everything. */
export const ALL_ENTRIES = { q: "", actor: "", action: "", from: "", until: "" };
export type AuditFilter = typeof ALL_ENTRIES;

const auditKeys = { all: ["audit", "admin"] as const };

const queryOf = (filter: AuditFilter): AuditQuery =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

export const auditList = (filter: AuditFilter) =>
  pagedList([...auditKeys.all, filter], listAudit, PAGE_SIZE, { query: queryOf(filter) });

/** The address of a search's CSV file. */
export const auditFile = (filter: AuditFilter): string => urlOf(exportAudit, { query: queryOf(filter) });

/** Everybody whom the log names. */
export const auditPeople = () =>
  queryOptions({
    queryKey: [...auditKeys.all, "people"],
    queryFn: ({ signal }) => call(listAuditPeople, {}, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
