import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { isSellable } from "./vip.policy.ts";

/** Tolerance of a signature's time in seconds (docs/contract.md, VIP). */
const TOLERANCE_S = 300;
const TIMEOUT_MS = 20_000;

/** The official library, loaded on demand because it is larger than the rest of the worker. */
async function loadStripe() {
  return (await import("stripe")).Stripe;
}

/**
 * The JSON of a webhook's body after verifying its signature.
 * @param payload the unmodified body, which the signature covers
 * @throws AppError 503 `vip.not_configured`, 400 `vip.invalid_signature`, 400 `request.malformed`
 */
export async function openWebhook(deps: Deps, payload: Uint8Array, header: string | undefined): Promise<unknown> {
  const secret = deps.config.stripeWebhookSecret;
  if (!secret || !isSellable(deps.config)) throw new AppError("vip.not_configured");
  if (!header) throw new AppError("vip.invalid_signature");
  const now = deps.now().getTime();
  const Stripe = await loadStripe();
  const crypto = Stripe.createSubtleCryptoProvider();
  try {
    const event = await Stripe.webhooks.constructEventAsync(payload, header, secret, TOLERANCE_S, crypto, now);
    // The library only limits the age: a future time would allow replays until then.
    const signedAt = [...header.matchAll(/(?:^|,)t=(\d+)/g)].map(([, seconds]) => Number(seconds));
    if (signedAt.length === 0 || signedAt.some((seconds) => seconds - now / 1000 > TOLERANCE_S)) {
      throw new AppError("vip.invalid_signature");
    }
    return event;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    throw new AppError(isForged ? "vip.invalid_signature" : "request.malformed", { cause: error });
  }
}

/**
 * A page of the account's subscriptions, newest first, with their customers.
 * @param after id of the last one on the previous page
 */
export async function stripeSubscriptions(deps: Deps, key: string, after: string | null, limit: number) {
  const Stripe = await loadStripe();
  const stripe = new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(deps.fetch),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const page = await stripe.subscriptions.list({
    status: "all",
    limit,
    expand: ["data.customer"],
    ...(after !== null && { starting_after: after }),
  });
  return { subscriptions: page.data as readonly unknown[], hasMore: page.has_more };
}
