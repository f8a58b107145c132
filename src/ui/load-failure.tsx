import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice, type NoticeProps } from "./notice.tsx";

interface LoadFailureProps extends Pick<NoticeProps, "title" | "level"> {
  children?: ReactNode;
  onRetry(): void;
}

/** Stands in the place of content that could not be loaded. */
export function LoadFailure({ onRetry, ...notice }: LoadFailureProps) {
  return <Notice {...notice} icon={CircleAlert} tone="danger" actions={<Button onClick={onRetry}>Try Again</Button>} />;
}
