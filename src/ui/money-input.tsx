import type { ComponentProps } from "react";
import { TextInput } from "./field.tsx";

/** A field for dollars, with the dollar sign in front and the numeric keyboard on phones. */
export function MoneyInput(props: Omit<ComponentProps<"input">, "className" | "autoComplete">) {
  return (
    <div className="relative">
      <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-ink-muted">
        $
      </span>
      <TextInput inputMode="decimal" {...props} autoComplete="off" className="pl-7" />
    </div>
  );
}
