import type { Context } from "hono";
import type { ErrorCode } from "../../contracts/errors.ts";
import { SUBSCRIBED_MESSAGE } from "../../contracts/subscribers.ts";
import { emailOnly, preferencesInput, signUp } from "../../contracts/subscribers.schemas.ts";
import { cleanText } from "../../contracts/text.ts";
import { body } from "../../platform/body.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { limited, requireAttempt } from "../../platform/rate-limits.ts";
import { notBanned } from "../bans/bans.guard.ts";
import {
  accessOf,
  confirmSubscriber,
  savePreferences,
  signUpSubscriber,
  subscriberOfToken,
  toSubscriptionView,
  unsubscribe,
} from "./subscribers.service.ts";

/** Sign-ups from one network in a day (security.md C1). */
const SIGN_UPS_PER_DAY = 20;
/** Checks of addresses from one caller in a minute (security.md C1). */
const CHECKS_PER_MINUTE = 10;

/** An address that is missing is told apart from one that is wrong (spec.md 5). */
export function emailProblem(json: unknown): ErrorCode {
  const email: unknown = (json as { email?: unknown } | null)?.email;
  const isBlank = email === undefined || email === null || (typeof email === "string" && cleanText(email) === "");
  return isBlank ? "subscriber.missing_email" : "subscriber.invalid_email";
}

const view = async (c: Context<AppEnv>, subscriber: Awaited<ReturnType<typeof subscriberOfToken>>) =>
  c.json(await toSubscriptionView(c.var.deps, subscriber));

/** A mail client's one click (RFC 8058) is a form without cookies or origin; the page's button is JSON. */
async function leave(c: Context<AppEnv>): Promise<Response> {
  const subscriber = await subscriberOfToken(c.var.deps, "unsubscribe", c.req.param("token") ?? "");
  const isForm = !/json/i.test(c.req.header("content-type") ?? "");
  await unsubscribe(c.var.deps, subscriber, {
    method: isForm ? "one-click" : "link",
    ipAddress: c.var.client.address,
  });
  return c.json({ success: true, message: "You are unsubscribed." });
}

/** POST /unsubscribe/{token}: the one click, at the address of the page that a GET shows (security.md C5). */
export const oneClickRoutes = router().post("/unsubscribe/:token", leave);

/** Sign-up, the check of an address, and what subscribers do behind mailed links. Reads change nothing. */
export const subscriberRoutes = router()
  .post(
    "/subscribe",
    limited("writes", { name: "subscribe", aDay: SIGN_UPS_PER_DAY }),
    notBanned,
    body(signUp, emailProblem),
    async (c) => {
      const { email, sessionId } = c.req.valid("json");
      // Only the landing form sends its analytics session (spec.md 7).
      const method = sessionId === undefined ? ("marketplace" as const) : ("landing" as const);
      await signUpSubscriber(c.var.deps, { email, sessionId: sessionId || null, method }, c.var.client);
      return c.json({ message: SUBSCRIBED_MESSAGE });
    },
  )
  .post("/verify-subscription", body(emailOnly, emailProblem), async (c) => {
    const { deps, client } = c.var;
    await requireAttempt(deps, `verify:${client.network}`, { count: CHECKS_PER_MINUTE, windowMs: 60_000 });
    return c.json(await accessOf(deps, c.req.valid("json").email));
  })
  .get("/confirm/:token", async (c) => view(c, await subscriberOfToken(c.var.deps, "confirm", c.req.param("token"))))
  .post("/confirm/:token", async (c) => {
    const subscriber = await subscriberOfToken(c.var.deps, "confirm", c.req.param("token"));
    const by = { method: "button", ipAddress: c.var.client.address, detail: null };
    return view(c, await confirmSubscriber(c.var.deps, subscriber, by));
  })
  .get("/unsubscribe/:token", async (c) =>
    view(c, await subscriberOfToken(c.var.deps, "unsubscribe", c.req.param("token"))),
  )
  .post("/unsubscribe/:token", leave)
  .get("/preferences/:token", async (c) =>
    view(c, await subscriberOfToken(c.var.deps, "preferences", c.req.param("token"))),
  )
  .put("/preferences/:token", body(preferencesInput, "subscriber.invalid_preferences"), async (c) => {
    const { deps } = c.var;
    const subscriber = await subscriberOfToken(deps, "preferences", c.req.param("token"));
    return view(c, await savePreferences(deps, subscriber, c.req.valid("json")));
  });
