import { type Done, operation, types } from "./operation.ts";

/** Topics of push messages: new homes of saved searches, and replies in followed discussions. */
export type PushTopic = "alerts" | "discussions";

/**
 * Maximum number of messages to a browser in 24 hours. The limit is a product rule, so RATE_LIMIT_SCALE does not change
 * it.
 */
export const PUSHES_PER_DAY = 5;
/** Maximum number of browsers per email address. Another browser replaces the oldest. */
export const BROWSERS_PER_ADDRESS = 10;
/** Maximum length of a push service's URL, in characters. */
export const ENDPOINT_MAX = 1_024;

/**
 * The push services of current browsers: Chrome and its relatives, Firefox, Edge, Safari. The site sends messages only
 * to these hosts, so that nobody can make it send requests to other hosts.
 */
const PUSH_SERVICES =
  /(?:^fcm\.googleapis\.com|\.push\.services\.mozilla\.com|\.notify\.windows\.com|\.push\.apple\.com)$/;

/** Returns whether a URL belongs to a known push service. */
export function isPushEndpoint(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    PUSH_SERVICES.test(url.hostname)
  );
}

/** A push message in the format that the service worker (public/sw.js) reads. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path on this site that a click opens. */
  path: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
}

/** A browser that gets push messages, in the data export of its email address. */
export interface PushBrowserRecord {
  /** Host of the browser's push service. */
  service: string;
  topics: PushTopic[];
  since: string;
}

/** A browser's subscription in the form of `PushSubscription.toJSON()`. */
export interface PushBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Returns the public key that browsers subscribe with, in base64url. */
export const getPushKey = operation("GET", "/api/push/key", types<{ answer: { key: string } }>);
/**
 * Adds a browser to an email address and sends a test message to the browser. The token of an emailed link to saved
 * searches or a followed discussion identifies the address. Without a token, the access cookie identifies it. 404
 * `alerts.invalid_link` or `follow.invalid_link`; 401 `access.required` without token and cookie.
 */
export const addPushBrowser = operation(
  "POST",
  "/api/push/subscriptions",
  types<{
    body: PushBrowser & { alerts?: string; follow?: string };
    answer: { topics: readonly PushTopic[] };
  }>,
);
/** Stops the messages to a browser. Also succeeds for unknown browsers. */
export const removePushBrowser = operation(
  "DELETE",
  "/api/push/subscriptions",
  types<{ body: { endpoint: string }; answer: Done }>,
);
