import { queryOptions } from "@tanstack/react-query";
import type { Claims } from "../../../worker/contracts/claims.ts";
import { getJson } from "../../lib/api.ts";

/** A claim that a page shows; the worker's pages come with theirs. */
export const claim = <Name extends keyof Claims>(name: Name) =>
  queryOptions({
    queryKey: ["claims", name],
    queryFn: async ({ signal }) => (await getJson<Claims>("/api/claims", { signal }))[name],
  });
