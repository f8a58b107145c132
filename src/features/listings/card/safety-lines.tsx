import { ShieldAlert } from "lucide-react";

const LINES = [
  "View the place first.",
  "Never pay anything before you have viewed it.",
  "Never e-transfer a deposit to a stranger.",
] as const;

/** Stands beside every Call. */
export function SafetyLines({ className = "" }: { className?: string }) {
  return (
    <div className={`flex gap-3 rounded-control bg-warn-soft p-3 text-sm text-warn ${className}`}>
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <ul className="space-y-1 font-medium">
        {LINES.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** The same in one line, where there is little room. */
export function SafetyLine() {
  return <p className="w-full text-xs font-medium sm:text-sm text-warn">{LINES.join(" ")}</p>;
}
