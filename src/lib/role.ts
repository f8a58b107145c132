import { createContext, use } from "react";
import { includesRole, type Role } from "../../worker/contracts/people.ts";

/** The role of the person who uses the panel. The server checks it again for each request. */
const RoleContext = createContext<Role>("operator");

export const RoleProvider = RoleContext.Provider;

/** Returns whether the person who uses the panel has the needed role or a higher one. */
export const useHasRole = (needed: Role): boolean => includesRole(use(RoleContext), needed);
