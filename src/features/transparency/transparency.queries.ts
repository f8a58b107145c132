import { queryOptions } from "@tanstack/react-query";
import type { Transparency } from "../../../worker/contracts/transparency.ts";
import { getJson } from "../../lib/api.ts";

export const transparencyKeys = { months: ["transparency"] as const };

/** The published figures. */
export function transparency() {
  return queryOptions({
    queryKey: transparencyKeys.months,
    queryFn: ({ signal }) => getJson<Transparency>("/api/transparency", { signal }),
  });
}
