import type { ReactNode, Ref } from "react";

interface ChoiceProps {
  type: "checkbox" | "radio";
  /** Name that groups radio buttons. */
  name?: string;
  value?: string;
  checked: boolean;
  required?: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: () => void;
  children: ReactNode;
}

/** A checkbox or radio button that can be clicked anywhere on its line. */
export function Choice({ children, ...input }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input {...input} className="size-5 shrink-0 accent-accent" />
      {children}
    </label>
  );
}
