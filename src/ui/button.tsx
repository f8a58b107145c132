import type { ButtonHTMLAttributes, MouseEvent, Ref } from "react";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

/** Returns the classes of button.css, for example for links styled as buttons. */
export function buttonClass({
  variant = "primary",
  size = "md",
}: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return `btn btn-${variant} btn-${size}`;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Sets aria-disabled rather than `disabled`, so that the button keeps the focus. */
  disabled?: boolean;
  /** Shows a spinner and disables the button. */
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
    // Also keeps Enter from submitting the form.
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
      {/* Wrapped in an element, because a translator would replace a bare text node beside the spinner. */}
      {typeof children === "string" ? <span>{children}</span> : children}
    </button>
  );
}
