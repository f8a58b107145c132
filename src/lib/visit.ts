import { SESSION_STORAGE_KEY, STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";
import { storedText, writeStored } from "./storage.ts";

/** Name in local storage of a moderator's login. It tells what to paint until the server has answered, and opens nothing. */
export const ADMIN_HINT = "admin_authenticated";

/** Whether somebody who runs the site is logged in here: what they do is no visit. */
export const isOwnBrowser = () =>
  storedText("local", ADMIN_HINT) === "true" || storedText("local", STATS_SESSION_KEY) !== null;

/** Whether the browser asks, by Global Privacy Control, that nobody follows what it does. */
export const refusesTracking = () =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/**
 * Posts something to the server that nobody waits for, and that nobody is told of when it fails. It goes out also when
 * what the visitor pressed leads out of the page.
 */
export function tell(path: string, what: object): void {
  fetch(path, {
    method: "POST",
    keepalive: true,
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(what),
  }).catch(() => undefined);
}

/** Where storage is switched off, the visit is known until the page is loaded again. */
let here: string | null = null;

/** Id of the visit in the site's own statistics; null where these do not count it. */
export const visitId = () => here ?? storedText("session", SESSION_STORAGE_KEY);

export function rememberVisit(id: string): void {
  here = id;
  writeStored("session", SESSION_STORAGE_KEY, id);
}
