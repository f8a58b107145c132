import { type Done, operation, types } from "./operation.ts";

/** Topics of push messages: new homes of saved searches, and replies in followed discussions. */
export type PushTopic = "alerts" | "discussions";

/**
 * Maximum number of messages to a browser in 24 hours. It is a product rule, so RATE_LIMIT_SCALE does not change it.
 */
export const PUSHES_PER_DAY = 5;
/** Maximum number of browsers of an address; a further one replaces the oldest. */
export const BROWSERS_PER_ADDRESS = 10;
/** Maximum length of a push service's URL. */
export const ENDPOINT_MAX = 1_024;

/**
 * The push services of current browsers: Chrome and its relatives, Firefox, Edge, Safari. Messages go only to them, so
 * that nobody can make the site call another host.
 */
const PUSH_SERVICES =
  /(?:^fcm\.googleapis\.com|\.push\.services\.mozilla\.com|\.notify\.windows\.com|\.push\.apple\.com)$/;

/** Returns whether a URL is one of a known push service. */
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

/** A message as the service worker (public/sw.js) reads it. */
export interface PushMessage {
  title: string;
  body: string;
  /** A path of this site. */
  path: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
}

/** A browser that gets messages, in the data export of its address. */
export interface PushBrowserRecord {
  /** The push service's host. */
  service: string;
  topics: PushTopic[];
  since: string;
}

/** A browser's subscription in the form of `PushSubscription.toJSON()`. */
export interface PushBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The public key that browsers subscribe with, in base64url. */
export const getPushKey = operation("GET", "/api/push/key", types<{ answer: { key: string } }>);
/**
 * Adds a browser to the address of a mailed link to saved searches or to a followed discussion, else to that of the
 * access cookie, and sends it a test message. 404 `alerts.invalid_link` or `follow.invalid_link`; 401 `access.required`
 * without token and cookie.
 */
export const addPushBrowser = operation(
  "POST",
  "/api/push/subscriptions",
  types<{
    body: PushBrowser & { alerts?: string; follow?: string };
    answer: { topics: readonly PushTopic[] };
  }>,
);
/** Ends the messages to a browser, whether known or not. */
export const removePushBrowser = operation(
  "DELETE",
  "/api/push/subscriptions",
  types<{ body: { endpoint: string }; answer: Done }>,
);
