/** Session storage key of the saved search that the next one replaces. */
export const ALERT_CHANGE = "alert-change";

/** A saved search that its holder is about to change on a list. */
export interface AlertChange {
  /** Token of the mailed link. */
  token: string;
  id: number;
  name: string;
}
