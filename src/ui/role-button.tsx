import type { Role } from "../../worker/contracts/people.ts";
import { useHasRole } from "../lib/role.ts";
import { Button, type ButtonProps } from "./button.tsx";

interface RoleButtonProps extends ButtonProps {
  /** The lowest role that may use the button. */
  needs: Role;
}

/** A button of the panel, hidden from roles that may not use it. */
export function RoleButton({ needs, ...button }: RoleButtonProps) {
  return useHasRole(needs) ? <Button {...button} /> : null;
}
