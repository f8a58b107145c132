import type { Events } from "../../platform/events.ts";

interface Kind {
  /**
   * True if the decision does not change the listing's status. Earlier decisions about the listing then remain in
   * force.
   */
  keepsStatus?: true;
  /** Events that the decision emits. Once the decision can no longer be undone, the listeners email people about it. */
  mails?: readonly (keyof Events & ("listing.approved" | "listing.rejected" | "listing.asked" | "appeal.decided"))[];
  /** Message to moderators after an undo. Without one, they see the restored status. */
  undone?: string;
  /** True if the decision and its undo are invisible to renters. */
  isUnseen?: true;
}

/** All kinds of stored decisions, with their emails and undo messages. */
const DECISIONS = {
  approve: { mails: ["listing.approved"] },
  unapprove: {},
  reject: { mails: ["listing.rejected"] },
  delete: {},
  /** Decisions on changes that a landlord made to a public listing. */
  accept_changes: { keepsStatus: true, undone: "Changed since approval again" },
  confirm: { keepsStatus: true, undone: "As it was before" },
  retype: { keepsStatus: true, undone: "As it was before" },
  ask: { keepsStatus: true, mails: ["listing.asked"], undone: "The question is not sent", isUnseen: true },
  uphold_appeal: { mails: ["listing.approved", "appeal.decided"] },
  deny_appeal: { keepsStatus: true, mails: ["appeal.decided"], undone: "As it was before", isUnseen: true },
  /** Decisions on reports. */
  dismiss: {},
  ban: {},
  lift_ban: {},
} as const satisfies Record<string, Kind>;

export type DecisionAction = keyof typeof DECISIONS;

/** Returns the properties of a kind of decision. */
export const kindOf = (action: DecisionAction): Kind => DECISIONS[action];

const ALL = Object.keys(DECISIONS) as DecisionAction[];
/** Decisions that leave a listing's status as it is. */
export const STATUS_NEUTRAL = ALL.filter((action) => kindOf(action).keepsStatus);
