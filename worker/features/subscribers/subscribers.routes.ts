import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import {
  shortenedEmail,
  SIGN_UP_KEY,
  SIGN_UP_KEY_HEADER,
  SUBSCRIBED_MESSAGE,
  type UnsubscribeView,
  WISHES_MESSAGE,
} from "../../contracts/subscribers.ts";
import {
  emailOnly,
  emailProblem,
  preferencesInput,
  signUp,
  signUpWishes,
} from "../../contracts/subscribers.schemas.ts";
import { body } from "../../platform/body.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { recordProof } from "../../platform/mail-slots.ts";
import { exemptFromWriteLimit, limited, requireForNetworks } from "../../platform/rate-limits.ts";
import { notBanned } from "../bans/bans.guard.ts";
import { optOut, readOptOut, unsubscribe, undoOptOut } from "./leaving.service.ts";
import {
  accessOf,
  confirmSubscriber,
  savePreferences,
  signUpSubscriber,
  subscriberOfToken,
  toSubscriptionView,
  wishForSignUp,
} from "./subscribers.service.ts";
import { readAudience, subscriberRecord } from "./subscribers.admin.service.ts";

/** Runs before the body is read, so that refused checks are cheap. */
const countCheck = createMiddleware<AppEnv>(async (c, next) => {
  await requireForNetworks(c.var.deps, "subscription_checks", c.var.client);
  await next();
});

const view = async (
  c: Context<AppEnv>,
  subscriber: Awaited<ReturnType<typeof subscriberOfToken>>,
  next: "preferences" | "unsubscribe" | null,
) => c.json(await toSubscriptionView(c.var.deps, subscriber, next));

/** One-click requests of mail clients (RFC 8058) are forms without cookies or origin; the page's button sends JSON. */
async function leave(c: Context<AppEnv>): Promise<Response> {
  const subscriber = await subscriberOfToken(c.var.deps, "unsubscribe", c.req.param("token") ?? "");
  const isForm = !/json/i.test(c.req.header("content-type") ?? "");
  await unsubscribe(c.var.deps, subscriber, {
    method: isForm ? "one-click" : "link",
    ipAddress: c.var.client.address,
  });
  return c.json({ success: true, message: "You are unsubscribed." });
}

/**
 * POST /unsubscribe/{token}: one-click unsubscribing, at the same address as the page (docs/security.md, Mail and
 * money).
 */
export const oneClickRoutes = router().post("/unsubscribe/:token", leave);

/** Sign-up, access check, and the operations of mailed links. Reads change nothing. */
export const subscriberRoutes = router()
  .post("/subscribe", limited("writes", "sign_ups"), notBanned, body(signUp, emailProblem), async (c) => {
    const { email, sessionId } = c.req.valid("json");
    const key = c.req.header(SIGN_UP_KEY_HEADER) ?? "";
    // Only the landing form sends its analytics session (docs/contract.md, Subscribers).
    const method = sessionId === undefined ? ("marketplace" as const) : ("landing" as const);
    const request = { email, sessionId: sessionId || null, signUpKey: SIGN_UP_KEY.test(key) ? key : null, method };
    await signUpSubscriber(c.var.deps, request, c.var.client);
    return c.json({ message: SUBSCRIBED_MESSAGE });
  })
  .post("/subscribe/preferences", notBanned, body(signUpWishes, "subscriber.invalid_preferences"), async (c) => {
    await wishForSignUp(c.var.deps, c.req.valid("json"));
    return c.json({ message: WISHES_MESSAGE });
  })
  .post("/verify-subscription", countCheck, body(emailOnly, emailProblem), async (c) =>
    c.json(await accessOf(c.var.deps, c.req.valid("json").email)),
  )
  .get("/confirm/:token", async (c) =>
    view(c, await subscriberOfToken(c.var.deps, "confirm", c.req.param("token")), null),
  )
  .post("/confirm/:token", async (c) => {
    const subscriber = await subscriberOfToken(c.var.deps, "confirm", c.req.param("token"));
    const by = { method: "button", ipAddress: c.var.client.address, detail: null };
    return view(c, await confirmSubscriber(c.var.deps, subscriber, by), "preferences");
  })
  // Mail services and link scanners see this link, so it reveals no preferences and no other link.
  .get("/unsubscribe/:token", async (c) => {
    const { email, status } = await subscriberOfToken(c.var.deps, "unsubscribe", c.req.param("token"));
    return c.json({ email: shortenedEmail(email), status } satisfies UnsubscribeView);
  })
  .post("/unsubscribe/:token", exemptFromWriteLimit, leave)
  .get("/preferences/:token", async (c) =>
    view(c, await subscriberOfToken(c.var.deps, "preferences", c.req.param("token")), "unsubscribe"),
  )
  .put("/preferences/:token", body(preferencesInput, "subscriber.invalid_preferences"), async (c) => {
    const { deps } = c.var;
    const subscriber = await subscriberOfToken(deps, "preferences", c.req.param("token"));
    const saved = await savePreferences(deps, subscriber, c.req.valid("json"));
    recordProof(deps, saved.email);
    return view(c, saved, "unsubscribe");
  })
  .get("/never/:token", async (c) => c.json(await readOptOut(c.var.deps, c.req.param("token"))))
  .post("/never/:token", exemptFromWriteLimit, async (c) =>
    c.json(await optOut(c.var.deps, c.req.param("token"), c.var.client.address)),
  )
  .delete("/never/:token", exemptFromWriteLimit, async (c) =>
    c.json(await undoOptOut(c.var.deps, c.req.param("token"))),
  );

/** GET /api/admin/subscribers?email= → the subscriber with this address and the proof of consent, or []. */
export const subscriberAdminRoutes = router().get("/", async (c) => {
  const record = await subscriberRecord(c.var.deps, c.req.query("email") ?? "");
  return c.json(record ? [record] : []);
});

/** GET /api/mailchimp/audience, for the operator: the size of the mailing list. The path is kept for compatibility. */
export const audienceRoutes = router().get("/mailchimp/audience", async (c) => c.json(await readAudience(c.var.deps)));
