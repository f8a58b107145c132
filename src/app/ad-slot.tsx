import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "../lib/when-idle.ts";

/** The space between a page and the footer. An advertisement, if there is one, comes into it late and moves nothing. */
export function AdSlot() {
  const [Banner, setBanner] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import("../features/ads/ad-banner.tsx").then(
          ({ AdBanner }) => setBanner(() => AdBanner),
          () => undefined,
        );
      }),
    [],
  );
  return <div className="h-16">{Banner && <Banner />}</div>;
}
