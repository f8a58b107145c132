import "../features/listings/saved/saved.css";
import { SavedPage } from "../features/listings/saved/saved-page.tsx";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";

export const head = fixedHead("Saved Homes", "Homes saved in this browser.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  return (
    <div className="every-home page-width pt-3 pb-6 sm:pt-6">
      <SavedPage />
    </div>
  );
}
