import { useOverlay } from "../../lib/use-overlay.ts";

const loadDialog = () => import("./thread-dialog.tsx");

/** The dialog in which a discussion is started. Once on a page: that it is open stands in the page's history entry. */
export const useNewThread = () => useOverlay("thread", loadDialog);
