import { SunMoon } from "lucide-react";
import { toggleTheme } from "../lib/theme.ts";

/** Its face is the same in both themes, so that markup made at the edge need not know the visitor's. */
export function ThemeButton() {
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      className="col-start-3 grid size-11 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <SunMoon aria-hidden="true" className="size-5" />
    </button>
  );
}
