import { SESSION_STORAGE_KEY, STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";
import { readStorage, writeStorage } from "./storage.ts";

/** Local storage key of a moderator's login. The stored value only decides what to render until the server responds. */
export const ADMIN_HINT = "admin_authenticated";

/** Returns whether an operator or moderator is logged in here; their visits are not counted. */
export const isStaffBrowser = () =>
  readStorage("local", ADMIN_HINT) === "true" || readStorage("local", STATS_SESSION_KEY) !== null;

/** Returns whether Global Privacy Control is on. */
export const hasOptedOut = () =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Session id used while storage is disabled. */
let fallbackId: string | null = null;

/** Returns the id of the current visit; null if the visit is not counted. */
export const visitId = () => fallbackId ?? readStorage("session", SESSION_STORAGE_KEY);

export function rememberVisit(id: string): void {
  fallbackId = id;
  writeStorage("session", SESSION_STORAGE_KEY, id);
}
