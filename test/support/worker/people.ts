import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { Person, Role } from "../../../worker/contracts/people.ts";
import type { Authenticator, Claims } from "./authenticator.ts";
import { mailsTo } from "./mailbox.ts";
import { json, type Site } from "./site.ts";

/** A person who works on the site and is logged in. */
export interface Colleague {
  id: number;
  email: string;
  /** Cookie of the session. */
  as: string;
}

/** Returns the session cookie from a login response; empty if there is none. */
export const cookieOf = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";

/** Returns the first operator, created with the shared password. */
export async function firstOperator(site: Site, name = "Olga", email = "olga@example.com"): Promise<Colleague> {
  const as = await site.logIn();
  const { id } = await json<Person>(site.fetch("/api/admin/people", { json: { name, email }, as }));
  return { id, email, as };
}

/** Returns the token of the newest invitation to an email address. */
export async function invitationToken(site: Site, email: string): Promise<string> {
  const [mail] = await mailsTo(site, email);
  return /\/admin\/invitation\/([a-z0-9-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Invites a person, and accepts the invitation. @param by an operator's cookie */
export async function colleague(site: Site, by: string, role: Role, name = "Mona"): Promise<Colleague> {
  const email = `${name.toLowerCase()}@example.com`;
  await site.fetch("/api/admin/people/invitations", { json: { email, role }, as: by });
  const token = await invitationToken(site, email);
  const as = cookieOf(await site.fetch(`/api/admin/invitation/${token}`, { json: { name } }));
  const people = await json<Person[]>(site.fetch("/api/admin/people", { as: by }));
  return { id: people.find((person) => person.email === email)?.id ?? 0, email, as };
}

interface CodeRequest {
  request: string;
  /** Login code; empty if none was emailed. */
  code: string;
}

/** Requests a login code and reads it from the email. */
export async function askForCode(site: Site, email: string, from = "203.0.113.7"): Promise<CodeRequest> {
  const headers = { "cf-connecting-ip": from };
  const before = (await mailsTo(site, email)).length;
  const { request } = await json<{ request: string }>(
    site.fetch("/api/admin/login/code", { json: { email }, headers }),
  );
  const mails = await mailsTo(site, email);
  return { request, code: mails.length > before ? (/\b\d{8}\b/.exec(mails[0]?.text ?? "")?.[0] ?? "") : "" };
}

export const enterCode = (site: Site, answer: CodeRequest, from = "203.0.113.7"): Promise<Response> =>
  site.fetch("/api/admin/login/code/verify", { json: answer, headers: { "cf-connecting-ip": from } });

/** Logs a user in with an emailed code. @returns the cookie */
export const logInByCode = async (site: Site, email: string): Promise<string> =>
  cookieOf(await enterCode(site, await askForCode(site, email)));

/** Adds a passkey for the user who is logged in. */
export async function addPasskey(site: Site, as: string, key: Authenticator, claims?: Claims): Promise<Response> {
  const options = await json<PublicKeyCredentialCreationOptionsJSON>(
    site.fetch("/api/admin/passkeys/options", { method: "POST", as }),
  );
  const response = await key.register(options, claims);
  return site.fetch("/api/admin/passkeys/verify", { json: { name: "Key", response }, as });
}

/** Requests the challenge of a login by passkey. */
export const passkeyQuestion = (site: Site) =>
  json<PublicKeyCredentialRequestOptionsJSON>(site.fetch("/api/admin/login/passkey/options", { method: "POST" }));

export const answerQuestion = (site: Site, response: unknown): Promise<Response> =>
  site.fetch("/api/admin/login/passkey/verify", { json: { response } });

/** Logs in with a passkey. */
export const logInByPasskey = async (site: Site, key: Authenticator, claims?: Claims): Promise<Response> =>
  answerQuestion(site, await key.assert(await passkeyQuestion(site), claims));
