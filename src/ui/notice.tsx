import { CircleAlert } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Button } from "./button.tsx";

export interface NoticeProps {
  icon: ComponentType<{ className?: string; "aria-hidden"?: "true" }>;
  title: string;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** `danger` is announced immediately. */
  tone?: "neutral" | "danger";
  level?: "h1" | "h2" | "h3";
}

/** Placeholder for missing content: why there is none, and what to do. */
export function Notice({ icon: Icon, title, children, actions, tone = "neutral", level: Heading = "h3" }: NoticeProps) {
  return (
    <div
      role={tone === "danger" ? "alert" : undefined}
      className="mx-auto flex max-w-xl flex-col items-center gap-3 px-4 py-12 text-center"
    >
      <span
        className={`grid size-14 place-items-center rounded-full ${tone === "danger" ? "bg-danger-soft text-danger" : "bg-sunken text-ink-muted"}`}
      >
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <Heading className="text-xl font-bold">{title}</Heading>
      {children !== undefined && <div className="text-ink-muted">{children}</div>}
      {Boolean(actions) && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}

interface LoadFailureProps extends Pick<NoticeProps, "title" | "level"> {
  children?: ReactNode;
  onRetry(): void;
}

/** Placeholder for content that could not be loaded. */
export function LoadFailure({ onRetry, ...notice }: LoadFailureProps) {
  return <Notice {...notice} icon={CircleAlert} tone="danger" actions={<Button onClick={onRetry}>Try Again</Button>} />;
}
