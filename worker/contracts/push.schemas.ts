import * as z from "zod/mini";
import { ENDPOINT_MAX, isPushEndpoint } from "./push.ts";

const endpoint = z.string("endpoint must be the address of a push service.").check(
  z.maxLength(ENDPOINT_MAX, `endpoint must have at most ${ENDPOINT_MAX} characters.`),
  z.refine((value) => value.length <= ENDPOINT_MAX && isPushEndpoint(value), "endpoint is of no push service we know."),
);
/** Base64url of exactly so many bytes, with or without padding. */
const bytes = (name: string, count: number) =>
  z
    .string(`${name} must be text.`)
    .check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}={0,2}$`), `${name} must be ${count} bytes.`));
const token = z.optional(
  z.string("A token must be text.").check(z.maxLength(64, "A token has at most 64 characters.")),
);

/**
 * Body of POST /api/push/subscriptions: a browser's subscription as `PushSubscription.toJSON()` has it, and the token of a
 * mailed link to saved searches or to a followed discussion. Without one the access cookie says whose it is.
 */
export const pushSubscriptionInput = z.object({
  endpoint,
  keys: z.object({ p256dh: bytes("keys.p256dh", 65), auth: bytes("keys.auth", 16) }, "keys must be given."),
  alerts: token,
  follow: token,
});
export type PushSubscriptionInput = z.output<typeof pushSubscriptionInput>;

/** Body of DELETE /api/push/subscriptions. */
export const pushSilenceInput = z.object({ endpoint });
