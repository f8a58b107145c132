import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { SiteInfo } from "../../worker/contracts/page.ts";

interface SiteContextValue {
  site: SiteInfo;
  renderedAt: Date;
}

const SiteContext = createContext<SiteContextValue | null>(null);

export function SiteProvider({
  site,
  renderedAt,
  children,
}: {
  site: SiteInfo;
  renderedAt: string;
  children: ReactNode;
}) {
  const value = useMemo(() => ({ site, renderedAt: new Date(renderedAt) }), [site, renderedAt]);
  return <SiteContext value={value}>{children}</SiteContext>;
}

function useSiteContext(): SiteContextValue {
  const value = useContext(SiteContext);
  if (value === null) throw new Error("There is no SiteProvider above this component.");
  return value;
}

/** Returns the public settings of this deployment. */
export function useSite(): SiteInfo {
  return useSiteContext().site;
}

/** Returns the time of rendering. Server and hydration use the same time, so they compute the same ages. */
export function useRenderedAt(): Date {
  return useSiteContext().renderedAt;
}
