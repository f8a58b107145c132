/** Session storage key of the saved search that the visitor is about to change. */
export const ALERT_CHANGE = "alert-change";

/** A saved search that its owner is about to change on a list page. */
export interface AlertChange {
  /** Token of the emailed link. */
  token: string;
  id: number;
  name: string;
}
