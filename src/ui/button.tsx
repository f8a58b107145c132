import type { ButtonHTMLAttributes, MouseEvent, Ref } from "react";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

/** The classes of a button (button.css), for links that look like one. */
export function buttonClass({
  variant = "primary",
  size = "md",
}: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return `btn btn-${variant} btn-${size}`;
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
  className,
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
      className={buttonClass({ variant, size }) + (className === undefined ? "" : ` ${className}`)}
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
