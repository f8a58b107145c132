import type { ReactNode, Ref } from "react";

interface SwitchProps {
  checked: boolean;
  onChange(checked: boolean): void;
  ref?: Ref<HTMLButtonElement>;
  /** The label. */
  children: ReactNode;
}

/** A switch that can be clicked anywhere on its line. */
export function Switch({ checked, onChange, ref, children }: SwitchProps) {
  return (
    <button
      ref={ref}
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      className="flex min-h-11 items-center gap-3 rounded-control text-start"
    >
      <span
        aria-hidden
        className={`relative h-7 w-12 shrink-0 rounded-full border transition-colors ${checked ? "border-accent bg-accent" : "border-line-strong bg-sunken"}`}
      >
        <span
          className={`absolute top-0.75 left-0.75 size-5 rounded-full transition-transform ${checked ? "translate-x-5 bg-accent-ink" : "bg-line-strong"}`}
        />
      </span>
      {children}
    </button>
  );
}
