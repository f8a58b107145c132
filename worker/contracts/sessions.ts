import * as z from "zod/mini";

/** Body of both password gates. The length bound keeps a guess from costing a hash of megabytes. */
export const passwordLogin = z.object({
  password: z.string("Please enter the password.").check(z.maxLength(200, "Too long.")),
});

/** Answer of GET /api/admin/session. */
export interface AdminSession {
  authenticated: boolean;
}
