import { queryOptions } from "@tanstack/react-query";
import { getSession, logInByPasskey, startPasskeyLogin } from "../../../worker/contracts/sessions.ts";
import { call } from "../../lib/api.ts";

export const sessionKeys = { admin: ["sessions", "admin"] as const };

/** Returns the query for the moderator's session of this browser, refetched on every mount. */
export function adminSession() {
  return queryOptions({
    queryKey: sessionKeys.admin,
    queryFn: ({ signal }) => call(getSession, {}, { signal }),
    refetchOnMount: "always",
  });
}

/** Logs in with a passkey. Rejects with a DOMException if the person cancels. @throws ApiError 401 `passkey.refused` */
export async function presentPasskey(): Promise<void> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = await call(startPasskeyLogin);
  await call(logInByPasskey, { body: { response: await startAuthentication({ optionsJSON }) } });
}
