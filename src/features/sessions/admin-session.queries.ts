import { queryOptions } from "@tanstack/react-query";
import type { AdminSession } from "../../../worker/contracts/sessions.ts";
import { getJson, sendJson } from "../../lib/api.ts";

export const sessionKeys = { admin: ["sessions", "admin"] as const };

/** Whether this browser is logged in as a moderator. Asked again each time the page is opened. */
export function adminSession() {
  return queryOptions({
    queryKey: sessionKeys.admin,
    queryFn: ({ signal }) => getJson<AdminSession>("/api/admin/session", { signal }),
    refetchOnMount: "always",
  });
}

/** @throws ApiError 401 for a wrong password, 429 after too many */
export async function logIn(password: string): Promise<void> {
  await sendJson("POST", "/api/admin/login", { password });
}

/** Asks for a login link. @returns what the server says of it */
export async function askForLoginLink(): Promise<string> {
  return (await sendJson<{ message: string }>("POST", "/api/admin/login/link")).message;
}

/** @throws ApiError 404 `session.invalid_link` for a link that is wrong, used or over */
export async function logInByLink(token: string): Promise<void> {
  await sendJson("POST", `/api/admin/login/link/${encodeURIComponent(token)}`);
}

export async function logOut(): Promise<void> {
  await sendJson("POST", "/api/admin/logout");
}
