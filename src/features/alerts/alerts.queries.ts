import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlertFrequency, AlertsView } from "../../../worker/contracts/alerts.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { apiPath, UNCACHED } from "../../lib/mailed-link-api.ts";

const alertsKey = (token: string) => ["alerts", token] as const;

export function alertsOf(token: string) {
  return queryOptions({
    queryKey: alertsKey(token),
    queryFn: ({ signal }) => getJson<AlertsView>(apiPath("alerts", token), { signal }),
    ...UNCACHED,
  });
}

/** What a saved search would have found in the last days. */
export function foundBy(token: string, id: number) {
  return queryOptions({
    queryKey: [...alertsKey(token), "found", id],
    queryFn: ({ signal }) =>
      getJson<{ days: number; listings: PublicListing[] }>(`${apiPath("alerts", token)}/${id}/found`, { signal }),
    ...UNCACHED,
  });
}

/** A step of the holder of a link. */
export type AlertStep =
  | { step: "confirm"; id?: number }
  | { step: "delete"; id: number }
  | { step: "change"; id: number; change: { name?: string; frequency?: AlertFrequency; paused?: boolean } };

function send(token: string, asked: AlertStep): Promise<AlertsView> {
  const path = apiPath("alerts", token);
  if (asked.step === "confirm")
    return sendJson("POST", `${path}/confirm`, asked.id === undefined ? {} : { id: asked.id });
  if (asked.step === "delete") return sendJson("DELETE", `${path}/${asked.id}`);
  return sendJson("PATCH", `${path}/${asked.id}`, asked.change);
}

export function useAlertStep(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: AlertStep) => send(token, asked),
    onSuccess: (view) => client.setQueryData(alertsKey(token), view),
  });
}

export function useStopAll(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendJson("POST", `${apiPath("alerts", token)}/stop`, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(token) }),
  });
}
