import { STATS_SESSION_KEY } from "../../worker/contracts/visitors.ts";
import { storedText } from "./storage.ts";

/** Name in local storage of a moderator's login. It tells what to paint until the server has answered, and opens nothing. */
export const ADMIN_HINT = "admin_authenticated";

/** Whether somebody who runs the site is logged in here: what they do is no visit. */
export const isOwnBrowser = () =>
  storedText("local", ADMIN_HINT) === "true" || storedText("local", STATS_SESSION_KEY) !== null;
