import { type ReactNode, useEffect } from "react";
import "../features/listings/saved/saved.css";
import { SavedPage } from "../features/listings/saved/saved-page.tsx";
import { useLazyModule } from "../lib/use-lazy-module.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";

export const head = fixedHead("Saved Homes", "Homes saved in this browser.");

const loadDialog = () => import("../features/access/code-dialog.tsx");

/** The form that asks for a code. */
function Access({ onClose }: { onClose(): void }) {
  const { module, request } = useLazyModule(loadDialog);
  useEffect(() => void request(), [request]);
  return module && <module.CodeDialog onClose={onClose} />;
}

const renderAccess = (onClose: () => void): ReactNode => <Access onClose={onClose} />;

export function Component() {
  useDocumentHead(head(null, useSite()));
  return (
    <div className="every-home page-width py-6">
      <SavedPage renderAccess={renderAccess} />
    </div>
  );
}
