import * as z from "zod/mini";
import * as alerts from "./alerts.ts";
import { ALERT_FREQUENCIES, SEARCH_NAME_MAX } from "./alerts.ts";
import type { ErrorCode } from "./errors.ts";
import { declare, json, optionalJson } from "./operation-rules.ts";
import { listRequest } from "./search.schemas.ts";
import { emailAddress, emailProblem, idOf, line } from "./text.schemas.ts";

const frequency = z.enum(ALERT_FREQUENCIES, "frequency must be daily, weekly or instant.");
/** The search parameters of a saved search. Destinations are stored encrypted. */
const search = z.omit(listRequest, { limit: true, offset: true });
const name = z.nullable(line(SEARCH_NAME_MAX));

const savedSearchInput = z.object({
  email: emailAddress,
  search,
  name: z.optional(name),
  frequency,
  sessionId: z.optional(z.nullable(line(60))),
});

const savedSearchChange = z.object({
  name: z.optional(name),
  frequency: z.optional(frequency),
  paused: z.optional(z.boolean("paused must be true or false.")),
  search: z.optional(search),
});
export type SavedSearchChange = z.output<typeof savedSearchChange>;

const confirmInput = z.object({ id: z.optional(idOf("id must be the number of a saved search.")) });

/**
 * Returns the error for an invalid request body. A missing or wrong email address has its own code (docs/contract.md,
 * Saved searches and alerts).
 */
function savedSearchProblem(json: unknown): ErrorCode {
  const { email } = (json ?? {}) as { email?: unknown };
  return z.safeParse(emailAddress, email).success ? "alerts.invalid_search" : emailProblem(json);
}

/** Saved searches. The token in the path comes from an email and authorises the request. */
export const alertRules = declare(alerts, {
  createSavedSearch: {
    access: "public",
    limit: "saved_searches",
    body: json(savedSearchInput, { error: savedSearchProblem }),
  },
  getAlerts: { access: "public" },
  getFoundHomes: { access: "public" },
  confirmAlerts: { access: "public", worksWhenBanned: true, body: optionalJson(confirmInput) },
  changeSavedSearch: {
    access: "public",
    worksWhenBanned: true,
    body: json(savedSearchChange, { error: "alerts.invalid_search" }),
  },
  removeSavedSearch: { access: "public", worksWhenBanned: true },
  stopAlerts: { access: "public", minute: null, worksWhenBanned: true },
});
