import { queryOptions } from "@tanstack/react-query";
import { type Claims, getClaims } from "../../../worker/contracts/claims.ts";
import { call } from "../../lib/api.ts";

/**
 * Returns the query for a claim that a page makes about the site's numbers. Pages rendered by the worker already
 * contain their claims.
 */
export const claim = <Name extends keyof Claims>(name: Name) =>
  queryOptions({
    queryKey: ["claims", name],
    queryFn: async ({ signal }) => (await call(getClaims, {}, { signal }))[name],
  });
