import * as z from "zod/mini";
import { ALERT_FREQUENCIES, SEARCH_NAME_MAX } from "./alerts.ts";
import type { ErrorCode } from "./errors.ts";
import { listRequest } from "./search.schemas.ts";
import { emailProblem } from "./subscribers.schemas.ts";
import { emailAddress, idOf, line } from "./text.schemas.ts";

const frequency = z.enum(ALERT_FREQUENCIES, "frequency must be daily, weekly or instant.");
/** The parameters of the lists; places to travel to are kept encrypted. */
const search = z.omit(listRequest, { limit: true, offset: true });
const name = z.nullable(line(SEARCH_NAME_MAX));

/** Body of POST /api/saved-searches. */
export const savedSearchInput = z.object({
  email: emailAddress,
  search,
  name: z.optional(name),
  frequency,
  sessionId: z.optional(z.nullable(line(60))),
});

/** Body of PATCH /api/alerts/{token}/{id}: what changes. */
export const savedSearchChange = z.object({
  name: z.optional(name),
  frequency: z.optional(frequency),
  paused: z.optional(z.boolean("paused must be true or false.")),
  search: z.optional(search),
});
export type SavedSearchChange = z.output<typeof savedSearchChange>;

/** Body of POST /api/alerts/{token}/confirm, which may be empty: the search to confirm, by default that of the link. */
export const confirmInput = z.object({ id: z.optional(idOf("id must be the number of a saved search.")) });

/** An address that is missing or wrong is told apart from other problems (docs/contract.md, Saved searches and alerts). */
export function savedSearchProblem(json: unknown): ErrorCode {
  const { email } = (json ?? {}) as { email?: unknown };
  return z.safeParse(emailAddress, email).success ? "alerts.invalid_search" : emailProblem(json);
}
