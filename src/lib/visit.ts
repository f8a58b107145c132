import { SESSION_STORAGE_KEY } from "../../worker/contracts/visitors.ts";
import { storedText, writeStored } from "./storage.ts";

/** Where storage is switched off, the visit is known until the page is loaded again. */
let here: string | null = null;

/** Id of the visit in the site's own statistics; null where these do not count it. */
export const visitId = () => here ?? storedText("session", SESSION_STORAGE_KEY);

export function rememberVisit(id: string): void {
  here = id;
  writeStored("session", SESSION_STORAGE_KEY, id);
}
