import type { ButtonHTMLAttributes, MouseEvent, Ref } from "react";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-accent text-accent-ink hover:bg-accent-strong",
  secondary: "border border-line-strong bg-surface text-ink hover:border-accent hover:text-accent",
  ghost: "text-accent hover:bg-accent-soft",
  danger: "bg-danger text-danger-ink hover:bg-danger-strong",
};

// On a touch screen every target is at least 44 px high.
const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3 text-sm pointer-coarse:min-h-11",
  md: "min-h-11 px-4 text-base",
  lg: "min-h-12 px-6 text-base",
};

/** The classes of a button, for links that look like one. */
export function buttonClass({
  variant = "primary",
  size = "md",
}: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return `inline-flex items-center justify-center gap-2 rounded-control font-semibold text-center transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ${VARIANTS[variant]} ${SIZES[size]}`;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Not pressable. It keeps the focus, which the browser's own `disabled` would take away. */
  disabled?: boolean;
  /** Work is under way: not pressable, and said to assistive technology. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant,
  size,
  busy = false,
  className = "",
  type = "button",
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isOff = disabled || busy;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // Also what keeps a form from being sent, by this button or by Enter.
    if (isOff) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={click}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {busy && (
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      {children}
    </button>
  );
}
