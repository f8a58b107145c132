import type { ReactNode } from "react";
import { Button, type ButtonProps } from "../../ui/button.tsx";

/**
 * The place of what can be done to one's own post, or of the report of another's. As wide before it is known whose the
 * post is as it is then, so that no row breaks late.
 */
export function ActionSlot({ children }: { children: ReactNode }) {
  return <span className="inline-flex min-w-18 pointer-coarse:max-sm:min-w-22">{children}</span>;
}

interface PostButtonProps extends Omit<ButtonProps, "size" | "variant"> {
  icon: ReactNode;
  label: string;
  /** On wide screens too there is room for the sign alone. */
  isShort?: boolean;
}

/** A small button under a post: on phones its sign alone. */
export function PostButton({ icon, label, isShort = false, ...props }: PostButtonProps) {
  return (
    <Button
      {...props}
      variant="ghost"
      size="sm"
      title={label}
      className={`max-sm:px-2 max-sm:min-w-9 pointer-coarse:min-w-11 ${isShort ? "px-2" : ""}`}
    >
      <span aria-hidden="true" className={isShort ? "" : "sm:hidden"}>
        {icon}
      </span>
      <span className={isShort ? "sr-only" : "max-sm:sr-only"}>{label}</span>
    </Button>
  );
}
