import { useCallback, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

type EntryValue = number | true;

function valueIn(state: unknown, name: string): EntryValue | null {
  if (typeof state !== "object" || state === null) return null;
  const value = (state as Record<string, unknown>)[name];
  return typeof value === "number" || value === true ? value : null;
}

/**
 * Something that lies over the page, such as a dialog. That it is open stands in a history entry of its own, so that the
 * back button (on a phone the natural way to close what fills the screen) closes it instead of leaving the page.
 */
export function useHistoryEntry(name: string) {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown };
  const navigate = useNavigate();
  const value = valueIn(state, name);

  const open = useCallback(
    (opened: EntryValue) => {
      const before = typeof state === "object" ? state : null;
      // Without the hash: it would scroll to its section.
      void navigate({ pathname, search }, { state: { ...before, [name]: opened }, preventScrollReset: true });
    },
    [navigate, pathname, search, state, name],
  );

  // A second Escape may come before the first step back has happened; two steps would leave the page. The step is
  // reported also when a form with unsaved input holds it back.
  const isClosing = useRef(false);
  const close = useCallback(() => {
    if (isClosing.current) return;
    isClosing.current = true;
    window.addEventListener("popstate", () => (isClosing.current = false), { once: true });
    void navigate(-1);
  }, [navigate]);

  /** For an entry that leads nowhere, as after a reload: it stays, without what it opened. */
  const forget = useCallback(() => {
    void navigate({ pathname, search }, { replace: true, state: null, preventScrollReset: true });
  }, [navigate, pathname, search]);

  return { value, open, close, forget };
}
