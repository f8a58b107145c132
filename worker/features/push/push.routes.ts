import type { PushTopic } from "../../contracts/push.ts";
import { type PushSubscriptionInput, pushSilenceInput, pushSubscriptionInput } from "../../contracts/push.schemas.ts";
import { body } from "../../platform/body.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { router } from "../../platform/http.ts";
import { addBrowser, removeBrowser, vapidKeys } from "../../platform/push.ts";
import { limited } from "../../platform/rate-limits.ts";
import { addressHashOf } from "../../platform/suppressions.ts";
import { accessCookie } from "../access/access.cookie.ts";
import { addressOfCookie } from "../access/access.service.ts";
import { alertsOfToken } from "../alerts/alerts.service.ts";
import { followOfToken } from "../forum/follows.service.ts";

/**
 * The address that a browser is added to, and what it is told of.
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

/** Whether browsers' keys are a point of the curve that messages are encrypted with (P-256). */
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

/**
 * Push messages under /api/push.
 *
 * - GET /key → { key }: the public key that browsers subscribe with, in base64url
 * - POST /subscriptions → 201 { topics }: adds a browser to the address of a mailed link or of the access cookie, and sends it
 *   a message to try
 * - DELETE /subscriptions { endpoint } → { success }: ends the messages to a browser, known or not
 */
export const pushRoutes = router()
  .get("/key", async (c) => c.json({ key: (await vapidKeys(c.var.deps)).publicKey }))
  .post("/subscriptions", limited("writes", "push_browsers"), body(pushSubscriptionInput), async (c) => {
    const { deps } = c.var;
    const input = c.req.valid("json");
    const { email, topics } = await wishOf(deps, input, accessCookie.read(c));
    if (!(await isPoint(input.keys.p256dh)))
      throw new AppError("request.invalid", { fields: { "keys.p256dh": "keys.p256dh is no key of a browser." } });
    await addBrowser(deps, await addressHashOf(deps, email), topics, input);
    return c.json({ topics }, 201);
  })
  .delete("/subscriptions", body(pushSilenceInput), async (c) => {
    await removeBrowser(c.var.deps, c.req.valid("json").endpoint);
    return c.json({ success: true });
  });
