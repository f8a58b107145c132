import type { ReactNode } from "react";
import { Button, type ButtonProps } from "../../ui/button.tsx";

/** What can be done to one's own post, or the report of another's: they stay on one line. */
export function ActionSlot({ children }: { children: ReactNode }) {
  return <span className="inline-flex">{children}</span>;
}

interface PostButtonProps extends Omit<ButtonProps, "size" | "variant"> {
  /** Says nothing to those who hear the page. */
  icon: ReactNode;
  label: string;
  /** On wide screens too there is room for the sign alone. */
  isShort?: boolean;
  /** Something is deleted by it. */
  isDangerous?: boolean;
}

/** A small button under a post: on phones its sign alone. */
export function PostButton({ icon, label, isShort = false, isDangerous = false, ...props }: PostButtonProps) {
  return (
    <Button
      {...props}
      variant="ghost"
      size="sm"
      title={label}
      className={isDangerous ? "btn-post text-danger hover:bg-danger-soft" : "btn-post"}
    >
      {isShort ? icon : <span className="sm:hidden">{icon}</span>}
      <span className={isShort ? "sr-only" : "max-sm:sr-only"}>{label}</span>
    </Button>
  );
}
