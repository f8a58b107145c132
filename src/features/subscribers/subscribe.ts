import { ApiError, sendJson } from "../../lib/api.ts";
import { storeAccess } from "./access.ts";

interface SignUp {
  email: string;
  /** The visit it is counted for, null where there is no count. Only the landing page tells it: so the form is known. */
  sessionId?: string | null;
}

/**
 * Signs an address up and gives what the server says. Whoever has joined is not invited again.
 * @throws ApiError, TypeError
 */
export async function subscribe(signUp: SignUp): Promise<string> {
  const { message } = await sendJson<{ message: string }>("POST", "/api/subscribe", signUp);
  storeAccess("email subscription");
  return message;
}

/** What a refusal says of the address itself. */
export function emailProblem(error: unknown): string | undefined {
  return error instanceof ApiError ? error.body?.fields?.["email"] : undefined;
}
