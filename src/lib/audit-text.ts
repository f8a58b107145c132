import type { AuditEntry } from "../../worker/contracts/audit.ts";
import { truncateAtWord } from "../../worker/contracts/truncate-at-word.ts";
import { formatCents, plural } from "./format.ts";

const ACTORS: Record<string, string> = {
  admin: "Moderator",
  operator: "Operator",
  owner: "Landlord",
  system: "System",
};

const ACTIONS: Record<string, string> = {
  "listing.approve": "Listing approved",
  "listing.unapprove": "Listing unapproved",
  "listing.accept_changes": "Listing changes accepted",
  "listing.reject": "Listing rejected",
  "listing.confirm": "Type and rent confirmed",
  "listing.edit": "Listing edited",
  "listing.delete": "Listing deleted",
  "listing.restore": "Listing restored",
  "listing.ask": "Landlord asked",
  "listing.appeal": "Rejection appealed",
  "listing.uphold_appeal": "Appeal upheld",
  "listing.deny_appeal": "Appeal not upheld",
  "listing.undo": "Decision undone",
  "listing.renew": "Listing renewed",
  "listing.rented": "Listing marked as rented",
  "listing.remove": "Listing removed",
  "listing.pin": "Listing pinned",
  "listing.unpin": "Pin removed",
  "listing.look_up": "Address looked up again",
  "places.rerun": "All places looked up again",
  "report.dismiss": "Report dismissed",
  "report.undo": "Dismissal undone",
  "shortlist.delete": "Shortlist deleted",
  "thread.rename": "Thread renamed",
  "thread.stick": "Thread made sticky",
  "thread.unstick": "Thread no longer sticky",
  "thread.lock": "Thread locked",
  "thread.unlock": "Thread unlocked",
  "thread.delete": "Thread deleted",
  "thread.restore": "Thread restored",
  "comment.delete": "Comment deleted",
  "comment.restore": "Comment restored",
  "author.delete_posts": "Posts of an author deleted",
  "ban.create": "Address banned",
  "ban.lift": "Ban lifted",
  "ban.reactivate": "Ban reactivated",
  "ban.undo": "Ban decision undone",
  "automation.settings": "Automation setting changed",
  "automation.create_thread": "Automated thread created",
  "automation.add_comments": "Automated comment added",
  "digest.pause": "Digest paused",
  "digest.resume": "Digest resumed",
  "digest.test": "Test digest sent",
  "dead_letter.retry": "Failed job retried",
  "dead_letter.drop": "Failed job dropped",
  "cache.empty": "Cache emptied",
  "person.add": "Person added",
  "person.change": "Person changed",
  "person.remove": "Person removed",
  "passkey.add": "Passkey added",
  "passkey.remove": "Passkey removed",
  "session.end": "Session ended",
  "invitation.send": "Invitation sent",
  "invitation.withdraw": "Invitation withdrawn",
  "invitation.accept": "Invitation accepted",
};

/** Maximum length of a value as shown. */
const VALUE_LENGTH = 160;

/** Returns a name as words: fooBar.baz → 'Foo bar baz'. */
function words(name: string): string {
  const text = name
    .replace(/[._]/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the actor of an entry: a person's name, or the kind of actor. */
export const actorText = ({ actor, person }: Pick<AuditEntry, "actor" | "person">): string =>
  person ? (person.name ?? `${ACTORS[actor] ?? words(actor)} #${person.id}`) : (ACTORS[actor] ?? words(actor));
/** Actions that can be searched for, with their names. */
export const AUDIT_ACTIONS = Object.entries(ACTIONS);

export const actionText = ({ action }: AuditEntry): string => ACTIONS[action] ?? words(action);
export const targetText = ({ targetType, targetId }: AuditEntry): string =>
  /^\d+$/.test(targetId) ? `${words(targetType)} #${targetId}` : `${words(targetType)} ${targetId}`;

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return field.endsWith("Cents") ? formatCents(value) : String(value);
  if (typeof value === "string") return truncateAtWord(value, VALUE_LENGTH);
  return Array.isArray(value) ? plural(value.length, "item") : truncateAtWord(JSON.stringify(value), VALUE_LENGTH);
}

export interface FieldChange {
  field: string;
  /** Former value; null if the entry does not contain it. */
  before: string | null;
  after: string | null;
}

/** Returns the fields that an entry changed, with their values as shown. Unchanged fields are left out. */
export function listChangedFields({ before, after }: AuditEntry): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const text = (values: Record<string, unknown> | null, field: string) =>
    values && field in values ? valueText(field, values[field]) : null;
  // Compares the full values, because a long text may differ only after the part that is shown.
  const isSame = (field: string) => before !== null && after !== null && before[field] === after[field];
  return [...fields]
    .filter((field) => !isSame(field))
    .map((field) => ({
      field: words(field.replace(/Cents$/, "")),
      before: text(before, field),
      after: text(after, field),
    }));
}
