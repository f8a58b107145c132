import type { ReactNode } from "react";

/** Height of the map, there before the map is. */
export const mapHeightClass = "h-[40dvh] lg:h-[calc(100dvh-10.5rem)]";

/** A list with its map, which stays in view: above the list on a phone, else beside it. */
export function MapBeside({ map, children }: { map: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="sticky top-15 z-30 -mx-4 self-start bg-paper px-4 pb-2 sm:-mx-6 sm:px-6 lg:top-20 lg:order-2 lg:mx-0 lg:p-0">
        {map}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
