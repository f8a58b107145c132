import type { ReactNode } from "react";

export type ChipTone = "neutral" | "accent" | "warn" | "danger";

const TONES: Record<ChipTone, string> = {
  neutral: "bg-sunken text-ink",
  accent: "bg-accent-soft text-accent",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
};

export function Chip({ tone = "neutral", children }: { tone?: ChipTone; children: ReactNode }) {
  return <span className={`chip ${TONES[tone]}`}>{children}</span>;
}
