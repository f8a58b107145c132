import { type ReactNode, startTransition, useEffect, useState } from "react";
import { Router } from "react-router";
import { followLinks } from "./follow-links.ts";
import type { BrowserHistory } from "./history.ts";
import { useScroll } from "./scroll.ts";

/**
 * The router in the browser: react-router's components and hooks on the history above. Its data router would be a fifth
 * of the code of a first view, for loaders and actions that this site has none of.
 */
export function BrowserRouter({ history, children }: { history: BrowserHistory; children: ReactNode }) {
  const [first] = useState(history.current);
  const [visit, setVisit] = useState(first);
  useEffect(() => {
    const follow = () => startTransition(() => setVisit(history.current()));
    // Somebody may have gone on before anybody listened.
    follow();
    return history.subscribe(follow);
  }, [history]);
  useEffect(() => followLinks(history.navigator), [history]);
  useScroll(visit, visit === first);
  return (
    <Router location={visit.location} navigationType={visit.type} navigator={history.navigator}>
      {children}
    </Router>
  );
}
