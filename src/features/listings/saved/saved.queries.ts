import { queryOptions } from "@tanstack/react-query";
import { getShortlist } from "../../../../worker/contracts/saved.ts";
import { call } from "../../../lib/api.ts";

/** A shared shortlist. */
export const sharedShortlist = (token: string) =>
  queryOptions({
    queryKey: ["listings", "shortlist", token] as const,
    queryFn: ({ signal }) => call(getShortlist, { token }, { signal }),
    refetchOnMount: "always",
    gcTime: 0,
  });
