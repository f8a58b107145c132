import { createContext, use } from "react";
import { includesRole, type Role } from "../../worker/contracts/people.ts";

/** What the person at the panel may do; the server decides it again for each request. */
const RoleContext = createContext<Role>("operator");

export const RoleProvider = RoleContext.Provider;

/** Whether the person at the panel has a role, or one above it. */
export const useMay = (needed: Role): boolean => includesRole(use(RoleContext), needed);
