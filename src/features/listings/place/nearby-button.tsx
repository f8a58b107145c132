import type { ReactNode } from "react";

interface NearbyButtonProps {
  id: string;
  selectedId: string | null;
  onSelect(id: string): void;
  children: ReactNode;
}

/** A place in a list that stands on a map as well: choosing it there chooses it here, and the other way round. */
export function NearbyButton({ id, selectedId, onSelect, children }: NearbyButtonProps) {
  const isSelected = id === selectedId;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
      className={`says-something flex min-h-6 w-full items-center justify-between gap-3 rounded-control px-2 py-0.5 text-left transition-colors pointer-coarse:min-h-11 ${
        isSelected ? "bg-accent-soft text-accent" : "hover:bg-sunken"
      }`}
    >
      {children}
    </button>
  );
}
