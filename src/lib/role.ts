import { createContext, use } from "react";
import { includesRole, type Role } from "../../worker/contracts/people.ts";

/** The role of the person at the panel; the server decides it again for each request. */
const RoleContext = createContext<Role>("operator");

export const RoleProvider = RoleContext.Provider;

/** Returns whether the person at the panel has a role or a higher one. */
export const useMay = (needed: Role): boolean => includesRole(use(RoleContext), needed);
