import type { Context } from "hono";
import { DONE, type DoneWithMessage } from "../../contracts/operation.ts";
import { subscriberRules } from "../../contracts/subscribers.schemas.ts";
import {
  shortenedEmail,
  SIGN_UP_KEY,
  SIGN_UP_KEY_HEADER,
  SUBSCRIBED_MESSAGE,
  WISHES_MESSAGE,
} from "../../contracts/subscribers.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { recordProof } from "../../platform/mail-slots.ts";
import { unsubscribe } from "./unsubscribe.service.ts";
import { readAudience, subscriberRecord } from "./subscribers.admin.service.ts";
import {
  accessOf,
  confirmSubscriber,
  savePreferences,
  signUpSubscriber,
  subscriberOfToken,
  toSubscriptionView,
  wishForSignUp,
} from "./subscribers.service.ts";

/**
 * Ends the subscription that an emailed link identifies. One-click requests by email clients (RFC 8058) are forms
 * without cookies or origin; the button on the page sends JSON.
 */
async function leave(c: Context<AppEnv>, token: string): Promise<DoneWithMessage> {
  const subscriber = await subscriberOfToken(c.var.deps, "unsubscribe", token);
  const isForm = !/json/i.test(c.req.header("content-type") ?? "");
  await unsubscribe(c.var.deps, subscriber, {
    method: isForm ? "one-click" : "link",
    ipAddress: c.var.client.address,
  });
  return { ...DONE, message: "You are unsubscribed." };
}

/**
 * Handles POST /unsubscribe/{token}: one-click unsubscribing. The page has the same URL (docs/security.md, Mail and
 * money).
 */
export const oneClickRoutes = router().post("/unsubscribe/:token", async (c) =>
  c.json(await leave(c, c.req.param("token"))),
);

/** Routes for sign-ups, for checking access, and for emailed links. GET requests change nothing. */
export const subscriberRoutes = implement(subscriberRules, {
  async createSubscription(c, { body: { email, sessionId } }) {
    const key = c.req.header(SIGN_UP_KEY_HEADER) ?? "";
    // Only the form on the landing page sends the visitor's analytics session (docs/contract.md, Subscribers).
    const method = sessionId === undefined ? ("marketplace" as const) : ("landing" as const);
    const request = { email, sessionId: sessionId || null, signUpKey: SIGN_UP_KEY.test(key) ? key : null, method };
    await signUpSubscriber(c.var.deps, request, c.var.client);
    return { message: SUBSCRIBED_MESSAGE };
  },
  async addWishes(c, { body }) {
    await wishForSignUp(c.var.deps, body);
    return { message: WISHES_MESSAGE };
  },
  checkSubscription: (c, { body }) => accessOf(c.var.deps, body.email),
  async getConfirmation(c, { token }) {
    return toSubscriptionView(c.var.deps, await subscriberOfToken(c.var.deps, "confirm", token), null);
  },
  async confirmSubscription(c, { token }) {
    const { deps, client } = c.var;
    const subscriber = await subscriberOfToken(deps, "confirm", token);
    const by = { method: "button", ipAddress: client.address, detail: null };
    return toSubscriptionView(deps, await confirmSubscriber(deps, subscriber, by), "preferences");
  },
  async getUnsubscription(c, { token }) {
    const { email, status } = await subscriberOfToken(c.var.deps, "unsubscribe", token);
    return { email: shortenedEmail(email), status };
  },
  endSubscription: (c, { token }) => leave(c, token),
  async getPreferences(c, { token }) {
    return toSubscriptionView(c.var.deps, await subscriberOfToken(c.var.deps, "preferences", token), "unsubscribe");
  },
  async savePreferences(c, { token, body }) {
    const { deps } = c.var;
    const saved = await savePreferences(deps, await subscriberOfToken(deps, "preferences", token), body);
    recordProof(deps, saved.email);
    return toSubscriptionView(deps, saved, "unsubscribe");
  },
  async findSubscribers(c) {
    const record = await subscriberRecord(c.var.deps, c.req.query("email") ?? "");
    return record ? [record] : [];
  },
  getAudience: (c) => readAudience(c.var.deps),
});
