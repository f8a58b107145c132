/** A quiet block in the place of what is still loading. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse-soft rounded-control bg-sunken ${className}`} />;
}
