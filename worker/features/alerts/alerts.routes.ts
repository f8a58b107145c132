import type { Context } from "hono";
import { SAVED_SEARCH_MESSAGE } from "../../contracts/alerts.ts";
import {
  confirmInput,
  savedSearchChange,
  savedSearchInput,
  savedSearchProblem,
} from "../../contracts/alerts.schemas.ts";
import { body, optionalBody } from "../../platform/body.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { readId } from "../../platform/paging.ts";
import { exemptFromWriteLimit, limited } from "../../platform/rate-limits.ts";
import { accessCookie } from "../access/access.cookie.ts";
import { addressOfCookie } from "../access/access.service.ts";
import { notBanned } from "../bans/bans.guard.ts";
import {
  alertsOfToken,
  changeSearch,
  confirmAlerts,
  type OpenedAlerts,
  readFound,
  removeSearch,
  saveSearch,
  stopAlerts,
  stopByLink,
  toAlertsView,
} from "./alerts.service.ts";

/** POST /api/saved-searches { email, search, name?, frequency } → { message }, the same for every address. */
export const savedSearchRoutes = router().post(
  "/saved-searches",
  limited("writes", "saved_searches"),
  notBanned,
  body(savedSearchInput, savedSearchProblem),
  async (c) => {
    const { deps } = c.var;
    const { email, search, name = null, frequency } = c.req.valid("json");
    await saveSearch(deps, { email, search, name, frequency }, await addressOfCookie(deps, accessCookie.read(c)));
    return c.json({ message: SAVED_SEARCH_MESSAGE });
  },
);

const opened = (c: Context<AppEnv>, use: "change" | "stop" = "change") =>
  alertsOfToken(c.var.deps, c.req.param("token") ?? "", use);
const view = async (c: Context<AppEnv>, alerts: OpenedAlerts) => c.json(await toAlertsView(c.var.deps, alerts));

/** Mailed links under /api/alerts. Reads change nothing. */
export const alertRoutes = router()
  .get("/:token", async (c) => view(c, await opened(c, "stop")))
  .get("/:token/:id/found", async (c) => {
    const alerts = await opened(c);
    return c.json(await readFound(c.var.deps, alerts, readId(c.req.param("id")), c.var.client));
  })
  .post("/:token/confirm", optionalBody(confirmInput), async (c) => {
    const alerts = await opened(c);
    await confirmAlerts(c.var.deps, alerts, c.req.valid("json").id ?? null);
    return view(c, alerts);
  })
  .patch("/:token/:id", body(savedSearchChange, "alerts.invalid_search"), async (c) => {
    const alerts = await opened(c);
    await changeSearch(c.var.deps, alerts, readId(c.req.param("id")), c.req.valid("json"));
    return view(c, alerts);
  })
  .delete("/:token/:id", async (c) => {
    const alerts = await opened(c);
    await removeSearch(c.var.deps, alerts, readId(c.req.param("id")));
    return view(c, alerts);
  })
  // One-click requests of mail clients (RFC 8058) are forms without cookies or origin.
  .post("/:token/stop", exemptFromWriteLimit, async (c) => {
    await stopAlerts(c.var.deps, await opened(c, "stop"));
    return c.json({ success: true, message: "All alerts to this address are stopped." });
  });

/** POST /alerts/{token}: one-click stopping, at the same address as the page: of one search, or of all. */
export const oneClickAlertRoutes = router().post("/alerts/:token", async (c) => {
  await stopByLink(c.var.deps, await opened(c, "stop"));
  return c.json({ success: true });
});
