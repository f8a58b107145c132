import { queryOptions } from "@tanstack/react-query";
import { getTransparency } from "../../../worker/contracts/transparency.ts";
import { call } from "../../lib/api.ts";

export const transparencyKeys = { months: ["transparency"] as const };

/** The published figures. */
export function transparency() {
  return queryOptions({
    queryKey: transparencyKeys.months,
    queryFn: ({ signal }) => call(getTransparency, {}, { signal }),
  });
}
