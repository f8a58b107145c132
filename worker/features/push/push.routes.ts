import { DONE } from "../../contracts/operation.ts";
import type { PushTopic } from "../../contracts/push.ts";
import { pushRules, type PushSubscriptionInput } from "../../contracts/push.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { implement } from "../../platform/implement.ts";
import { addBrowser, removeBrowser, vapidKeys } from "../../platform/push.ts";
import { addressHashOf } from "../../platform/suppressions.ts";
import { accessCookie } from "../access/access.routes.ts";
import { addressOfCookie } from "../access/access.service.ts";
import { alertsOfToken } from "../alerts/alerts.service.ts";
import { followOfToken } from "../forum/follows.service.ts";

/**
 * Returns the email address whose alerts the browser will get, and their topics.
 * @throws AppError `alerts.invalid_link`, `follow.invalid_link`, 401 `access.required` without token and cookie
 */
async function wishOf(
  deps: Deps,
  { alerts, follow }: PushSubscriptionInput,
  cookie: string | undefined,
): Promise<{ email: string; topics: readonly PushTopic[] }> {
  if (alerts !== undefined)
    return { email: (await alertsOfToken(deps, alerts, "change")).reader.email, topics: ["alerts"] };
  if (follow !== undefined) return { email: (await followOfToken(deps, follow)).follow.email, topics: ["discussions"] };
  const email = await addressOfCookie(deps, cookie);
  if (email === null) throw new AppError("access.required");
  return { email, topics: ["alerts", "discussions"] };
}

/** Returns whether a browser's key is a point on the curve P-256, with which messages are encrypted. */
const isPoint = (p256dh: string) =>
  crypto.subtle
    .importKey(
      "raw",
      Uint8Array.fromBase64(p256dh, { alphabet: "base64url" }),
      { name: "ECDH", namedCurve: "P-256" },
      false,
      [],
    )
    .then(
      () => true,
      () => false,
    );

export const pushRoutes = implement(pushRules, {
  getPushKey: async (c) => ({ key: (await vapidKeys(c.var.deps)).publicKey }),
  async addPushBrowser(c, { body }) {
    const { deps } = c.var;
    const { email, topics } = await wishOf(deps, body, accessCookie.read(c));
    if (!(await isPoint(body.keys.p256dh)))
      throw new AppError("request.invalid", { fields: { "keys.p256dh": "keys.p256dh is not a browser key." } });
    await addBrowser(deps, await addressHashOf(deps, email), topics, body);
    return { topics };
  },
  async removePushBrowser(c, { body }) {
    await removeBrowser(c.var.deps, body.endpoint);
    return DONE;
  },
});
