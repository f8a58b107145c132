import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type AlertFrequency,
  type AlertsView,
  changeSavedSearch,
  confirmAlerts,
  getAlerts,
  getFoundHomes,
  removeSavedSearch,
  stopAlerts,
} from "../../../worker/contracts/alerts.ts";
import { call } from "../../lib/api.ts";
import { UNCACHED } from "../../lib/mailed-link-api.ts";

const alertsKey = (token: string) => ["alerts", token] as const;

export function alertsOf(token: string) {
  return queryOptions({
    queryKey: alertsKey(token),
    queryFn: ({ signal }) => call(getAlerts, { token }, { signal }),
    ...UNCACHED,
  });
}

/** What a saved search would have found in the last days. */
export function foundBy(token: string, id: number) {
  return queryOptions({
    queryKey: [...alertsKey(token), "found", id],
    queryFn: ({ signal }) => call(getFoundHomes, { token, id }, { signal }),
    ...UNCACHED,
  });
}

/** A step of the holder of a link. */
export type AlertStep =
  | { step: "confirm"; id?: number }
  | { step: "delete"; id: number }
  | { step: "change"; id: number; change: { name?: string; frequency?: AlertFrequency; paused?: boolean } };

function send(token: string, asked: AlertStep): Promise<AlertsView> {
  const { id } = asked;
  if (asked.step === "confirm") return call(confirmAlerts, { token, body: { id } });
  if (asked.step === "delete") return call(removeSavedSearch, { token, id: asked.id });
  return call(changeSavedSearch, { token, id: asked.id, body: asked.change });
}

export function useAlertStep(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: AlertStep) => send(token, asked),
    // Not the homes that its searches find, whose keys begin with the same.
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(token), exact: true }),
  });
}

export function useStopAll(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(stopAlerts, { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(token) }),
  });
}
