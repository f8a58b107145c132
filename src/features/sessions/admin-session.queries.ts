import { queryOptions } from "@tanstack/react-query";
import type { AdminSession } from "../../../worker/contracts/sessions.ts";
import { getJson, sendJson } from "../../lib/api.ts";

export const sessionKeys = { admin: ["sessions", "admin"] as const };

/** Whether this browser is logged in as a moderator; refetched on every mount. */
export function adminSession() {
  return queryOptions({
    queryKey: sessionKeys.admin,
    queryFn: ({ signal }) => getJson<AdminSession>("/api/admin/session", { signal }),
    refetchOnMount: "always",
  });
}

/** @throws ApiError 401 for a wrong password, 429 if called too often */
export async function logIn(password: string): Promise<void> {
  await sendJson("POST", "/api/admin/login", { password });
}

/** @returns the server's message */
export async function requestLoginLink(): Promise<string> {
  return (await sendJson<{ message: string }>("POST", "/api/admin/login/link")).message;
}

/** @throws ApiError 404 `session.invalid_link` for a wrong, used or expired link */
export async function logInByLink(token: string): Promise<void> {
  await sendJson("POST", `/api/admin/login/link/${encodeURIComponent(token)}`);
}

/** Logs in with a passkey. Rejects with a DOMException when the person cancels. @throws ApiError 401 `passkey.refused` */
export async function logInByPasskey(): Promise<void> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = await sendJson<Parameters<typeof startAuthentication>[0]["optionsJSON"]>(
    "POST",
    "/api/admin/login/passkey/options",
  );
  await sendJson("POST", "/api/admin/login/passkey/verify", { response: await startAuthentication({ optionsJSON }) });
}

/** Asks for a mailed code. @returns the request that the code answers, and the server's message */
export const requestLoginCode = (email: string) =>
  sendJson<{ request: string; message: string }>("POST", "/api/admin/login/code", { email });

/** @throws ApiError 401 `session.wrong_code` */
export async function enterLoginCode(answer: { request: string; code: string }): Promise<void> {
  await sendJson("POST", "/api/admin/login/code/verify", answer);
}

export async function logOut(): Promise<void> {
  await sendJson("POST", "/api/admin/logout");
}
