import type { Context } from "hono";
import { SAVED_SEARCH_MESSAGE } from "../../contracts/alerts.ts";
import { alertRules } from "../../contracts/alerts.schemas.ts";
import { DONE } from "../../contracts/operation.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { accessCookie } from "../access/access.routes.ts";
import { addressOfCookie } from "../access/access.service.ts";
import {
  alertsOfToken,
  changeSearch,
  confirmAlerts,
  readMatchingHomes,
  removeSearch,
  saveSearch,
  stopAlerts,
  stopAlertsByLink,
  toAlertsView,
} from "./alerts.service.ts";

const opened = (c: Context<AppEnv>, token: string, use: "change" | "stop" = "change") =>
  alertsOfToken(c.var.deps, token, use);

/** Routes for saved searches, and for the links in emails about them. GET requests change nothing. */
export const alertRoutes = implement(alertRules, {
  async createSavedSearch(c, { body: { email, search, name = null, frequency } }) {
    const { deps } = c.var;
    await saveSearch(deps, { email, search, name, frequency }, await addressOfCookie(deps, accessCookie.read(c)));
    return { message: SAVED_SEARCH_MESSAGE };
  },
  async getAlerts(c, { token }) {
    return toAlertsView(c.var.deps, await opened(c, token, "stop"));
  },
  async getFoundHomes(c, { token, id }) {
    return readMatchingHomes(c.var.deps, await opened(c, token), id, c.var.client);
  },
  async confirmAlerts(c, { token, body }) {
    const alerts = await opened(c, token);
    await confirmAlerts(c.var.deps, alerts, body.id ?? null);
    return toAlertsView(c.var.deps, alerts);
  },
  async changeSavedSearch(c, { token, id, body }) {
    const alerts = await opened(c, token);
    await changeSearch(c.var.deps, alerts, id, body);
    return toAlertsView(c.var.deps, alerts);
  },
  async removeSavedSearch(c, { token, id }) {
    const alerts = await opened(c, token);
    await removeSearch(c.var.deps, alerts, id);
    return toAlertsView(c.var.deps, alerts);
  },
  async stopAlerts(c, { token }) {
    await stopAlerts(c.var.deps, await opened(c, token, "stop"));
    return { ...DONE, message: "All alerts to this address are stopped." };
  },
});

/**
 * Handles POST /alerts/{token}: one-click unsubscribing (RFC 8058) from one search or from all. The page has the same
 * URL. Email clients send the request without cookies or origin.
 */
export const oneClickAlertRoutes = router().post("/alerts/:token", async (c) => {
  await stopAlertsByLink(c.var.deps, await opened(c, c.req.param("token"), "stop"));
  return c.json({ success: true });
});
