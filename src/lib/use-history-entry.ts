import { useCallback, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

type EntryValue = number | true;

function valueIn(state: unknown, name: string): EntryValue | null {
  const value = (state as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === "number" || value === true ? value : null;
}

/**
 * Gives an overlay, such as a dialog, its own history entry, so that the back button closes the overlay instead of
 * leaving the page.
 */
export function useHistoryEntry(name: string) {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: object | null };
  const navigate = useNavigate();
  const value = valueIn(state, name);

  const open = useCallback(
    (opened: EntryValue) => {
      // Omits the hash, which would scroll to its section.
      void navigate({ pathname, search }, { state: { ...state, [name]: opened }, preventScrollReset: true });
    },
    [navigate, pathname, search, state, name],
  );

  /** Shows another value in the same entry. */
  const turn = useCallback(
    (shown: EntryValue) => {
      void navigate(
        { pathname, search },
        { replace: true, state: { ...state, [name]: shown }, preventScrollReset: true },
      );
    },
    [navigate, pathname, search, state, name],
  );

  // Ignores a second Escape until the first step back is complete, because a second step would leave the page.
  // `popstate` also fires if a leave guard stops the step back.
  const isClosing = useRef(false);
  const close = useCallback(() => {
    // A response may arrive after the visitor closed the overlay, for example with the back button.
    if (isClosing.current || valueIn((history.state as { usr?: unknown } | null)?.usr, name) === null) return;
    isClosing.current = true;
    window.addEventListener("popstate", () => (isClosing.current = false), { once: true });
    void navigate(-1);
  }, [navigate, name]);

  /** Clears an entry whose overlay cannot be shown, for example after a reload. */
  const forget = useCallback(() => {
    void navigate({ pathname, search }, { replace: true, state: null, preventScrollReset: true });
  }, [navigate, pathname, search]);

  return { value, open, turn, close, forget };
}
