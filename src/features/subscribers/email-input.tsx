import type { ComponentProps } from "react";
import { TextInput } from "../../ui/field.tsx";

/** Where somebody types an address of their own. */
export function EmailInput(props: ComponentProps<"input">) {
  return <TextInput {...props} type="email" name="email" inputMode="email" autoComplete="email" maxLength={254} />;
}
