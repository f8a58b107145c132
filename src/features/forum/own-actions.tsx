import type { ReactNode } from "react";
import { Button, type ButtonProps } from "../../ui/button.tsx";

/** The row of buttons under a post: also where it must break, the first sign of a line stands under the text's edge. */
export const actionRow = "-ml-2 flex flex-wrap items-center sm:gap-x-1";

/** What can be done to one's own post, or the report of another's: they stay on one line. */
export function ActionSlot({ children }: { children: ReactNode }) {
  return <span className="inline-flex">{children}</span>;
}

interface PostButtonProps extends Omit<ButtonProps, "size" | "variant"> {
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
      className={`max-sm:px-2 max-sm:min-w-9 pointer-coarse:min-w-11 ${isShort ? "px-2" : ""} ${isDangerous ? "text-danger hover:bg-danger-soft" : ""}`}
    >
      <span aria-hidden="true" className={isShort ? "" : "sm:hidden"}>
        {icon}
      </span>
      <span className={isShort ? "sr-only" : "max-sm:sr-only"}>{label}</span>
    </Button>
  );
}
