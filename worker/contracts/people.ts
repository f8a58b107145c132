import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { type Done, operation, types } from "./operation.ts";

/** Roles of a person, lowest first. Each role includes the roles before it. */
export const ROLES = ["reader", "moderator", "operator"] as const;
export type Role = (typeof ROLES)[number];

/** Returns whether a role includes the lowest role that an operation requires. */
export const includesRole = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** Labels and descriptions of the roles, shown where an operator chooses a role. */
export const ROLE_TEXTS: Readonly<Record<Role, { label: string; text: string }>> = {
  reader: { label: "Reader", text: "Can see everything but change nothing" },
  moderator: { label: "Moderator", text: "Reviews listings, reports and discussions" },
  operator: { label: "Operator", text: "Also manages people, the system and imported data" },
};

/** Longest name of a person or passkey, in characters. */
export const PERSON_NAME_MAX = 80;
/** Number of days in which an invitation can be accepted. */
export const INVITATION_DAYS = 7;
/** Number of minutes for which an emailed code works, and number of attempts allowed. */
export const LOGIN_CODE = { minutes: 10, tries: 5 } as const;

/** Response to a request for a login code, the same for every email address. */
export const LOGIN_CODE_MESSAGE =
  "If this address belongs to someone who works here, we have sent a code to it. It works for 10 minutes.";

/** A person who works on the site; dates are ISO 8601 UTC. */
export interface Person {
  id: number;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  /** Time of the last login; null before the first. */
  lastLoginAt: string | null;
  /** Number of passkeys. */
  passkeys: number;
}

/** An invitation that has not been accepted yet. */
export interface Invitation {
  id: number;
  email: string;
  role: Role;
  /** Person who sent the invitation; null if it was sent with the shared password. */
  invitedBy: string | null;
  createdAt: string;
  expiresAt: string;
}

/** The data on the page of an invitation. */
export type OpenInvitation = Pick<Invitation, "email" | "role" | "invitedBy" | "expiresAt">;

/** A passkey of the person who makes the request. */
export interface Passkey {
  id: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** True if the passkey's provider copies it to the person's other devices. */
  isSynced: boolean;
}

/** A person in the data export of an email address. */
export interface PersonRecord extends Omit<Person, "id" | "email" | "passkeys"> {
  passkeys: Omit<Passkey, "id">[];
  /** Number of audit-log entries under this name. */
  auditEntries: number;
}

/** An invitation in the data export of an address. */
export type InvitationRecord = Pick<Invitation, "role" | "createdAt" | "expiresAt">;

/** Presence settings. A listing counts as open for `livesSeconds` after the last poll. */
export const PRESENCE = { pollSeconds: 10, livesSeconds: 30 } as const;

/** The other people who have a listing open. */
export interface Presence {
  /** The other people's names, each null for the shared password. */
  others: { name: string | null; since: string }[];
}

/** An authenticator's response in the browser, in Base64URL. Contains only the fields that this site reads. */
export interface PasskeyAnswer<Response> {
  id: string;
  rawId: string;
  type: "public-key";
  authenticatorAttachment?: string;
  response: Response;
}

export const listPeople = operation(
  "GET",
  "/api/admin/people",
  types<{ query: { limit?: number; offset?: number }; answer: Person[] }>,
);
/**
 * Adds a person, who need not accept an invitation. The first person always becomes an operator, so the request may
 * omit the role.
 */
export const addPerson = operation(
  "POST",
  "/api/admin/people",
  types<{ body: { name: string; email: string; role?: Role }; answer: Person }>,
);
export const changePerson = operation(
  "PATCH",
  "/api/admin/people/:id",
  types<{ body: { name?: string; role?: Role }; answer: Person }>,
);
export const removePerson = operation("DELETE", "/api/admin/people/:id", types<{ answer: Done }>);

/** Lists the invitations that have not been accepted yet. */
export const listInvitations = operation("GET", "/api/admin/people/invitations", types<{ answer: Invitation[] }>);
export const invitePerson = operation(
  "POST",
  "/api/admin/people/invitations",
  types<{ body: { email: string; role: Role }; answer: Invitation }>,
);
export const withdrawInvitation = operation("DELETE", "/api/admin/people/invitations/:id", types<{ answer: Done }>);
/** Returns the invitation of a link from an email. */
export const getInvitation = operation("GET", "/api/admin/invitation/:token", types<{ answer: OpenInvitation }>);
/** Accepts an invitation and logs the person in. */
export const acceptInvitation = operation(
  "POST",
  "/api/admin/invitation/:token",
  types<{ body: { name: string }; answer: Done }>,
);

/** Lists the passkeys of the person who makes the request. */
export const listPasskeys = operation("GET", "/api/admin/passkeys", types<{ answer: Passkey[] }>);
/** Starts adding a passkey. The response is the input of `startRegistration()` of @simplewebauthn/browser. */
export const startPasskey = operation(
  "POST",
  "/api/admin/passkeys/options",
  types<{ answer: PublicKeyCredentialCreationOptionsJSON }>,
);
/** Adds a new passkey from the result of `startRegistration()`. */
export const addPasskey = operation(
  "POST",
  "/api/admin/passkeys/verify",
  types<{
    body: {
      name?: string;
      response: PasskeyAnswer<{ clientDataJSON: string; attestationObject: string; transports?: string[] }>;
    };
    answer: Passkey;
  }>,
);
export const removePasskey = operation("DELETE", "/api/admin/passkeys/:id", types<{ answer: Done }>);

/** Records that the person has a listing open. */
export const startPresence = operation("POST", "/api/admin/listings/:id/presence", types<{ answer: Presence }>);
/** Records that the person no longer has a listing open. */
export const endPresence = operation("DELETE", "/api/admin/listings/:id/presence", types<{ answer: Done }>);
