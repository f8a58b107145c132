import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { isSellable } from "./vip.policy.ts";

/** How far a signature's time may be from ours, in seconds (docs/contract.md, VIP). */
const TOLERANCE_S = 300;
const TIMEOUT_MS = 20_000;

/** The official library, loaded by the few requests that need it: it is larger than all the rest of the worker. */
async function loadStripe() {
  return (await import("stripe")).Stripe;
}

/**
 * The JSON of a webhook's body, once its signature is known to be Stripe's.
 * @param payload the body as it came: one byte changed breaks the signature
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
    // The library bounds the age only: a time in the future would make a copied request good for as long.
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
 * A page of all subscriptions of the account, newest first, with their customers.
 * @param after id of the last one of the page before
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
