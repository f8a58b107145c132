import { queryOptions } from "@tanstack/react-query";
import { checkRent, type RentCheckAnswer } from "../../../worker/contracts/rent-check.ts";
import { ApiError, call } from "../../lib/api.ts";

export const rentCheckKeys = { answer: (query: string) => ["rent-check", query] as const };

/** The answer to the question in a query string. Pages that the server rendered have it already. */
export function rentCheckAnswer(query: string) {
  return queryOptions({
    queryKey: rentCheckKeys.answer(query),
    queryFn: async ({ signal }): Promise<RentCheckAnswer> => {
      if (query === "") return { check: null, problems: null };
      try {
        return { check: await call(checkRent, { query: new URLSearchParams(query) }, { signal }), problems: null };
      } catch (error) {
        const problems = error instanceof ApiError ? error.body?.fields : undefined;
        if (problems === undefined) throw error;
        return { check: null, problems };
      }
    },
  });
}
