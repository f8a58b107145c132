import * as z from "zod/mini";
import { declare, json } from "./operation-rules.ts";
import * as push from "./push.ts";
import { ENDPOINT_MAX, isPushEndpoint } from "./push.ts";

const endpoint = z.string("endpoint must be the address of a push service.").check(
  z.maxLength(ENDPOINT_MAX, `endpoint must have at most ${ENDPOINT_MAX} characters.`),
  z.refine(
    (value) => value.length <= ENDPOINT_MAX && isPushEndpoint(value),
    "endpoint does not belong to a known push service.",
  ),
);
/** Base64url text of exactly this number of bytes, with or without padding. */
const bytes = (name: string, count: number) =>
  z
    .string(`${name} must be text.`)
    .check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}={0,2}$`), `${name} must be ${count} bytes.`));
const token = z.optional(
  z.string("A token must be text.").check(z.maxLength(64, "A token can have at most 64 characters.")),
);

/** A browser's push subscription, and the token of an emailed link to saved searches or to a followed discussion. */
export const pushSubscriptionInput = z.object({
  endpoint,
  keys: z.object({ p256dh: bytes("keys.p256dh", 65), auth: bytes("keys.auth", 16) }, "keys must be given."),
  alerts: token,
  follow: token,
});
export type PushSubscriptionInput = z.output<typeof pushSubscriptionInput>;

const pushSilenceInput = z.object({ endpoint });

export const pushRules = declare(push, {
  getPushKey: { access: "public" },
  addPushBrowser: {
    access: "public",
    worksWhenBanned: true,
    limit: "push_browsers",
    status: 201,
    body: json(pushSubscriptionInput),
  },
  removePushBrowser: { access: "public", worksWhenBanned: true, body: json(pushSilenceInput) },
});
