import { type ComponentType, useEffect, useState } from "react";
import { dismissToast, type Toast, useToasts } from "../lib/toast.ts";
import { asWritten } from "../ui/as-written.ts";

/** The toaster's code loads with the first toast, which most visits never see. */
export function ToastHost() {
  const toasts = useToasts();
  const latestId = toasts[0]?.id;
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    if (latestId === undefined || Toaster) return;
    import("../ui/toaster.tsx").then(
      (module) => setToaster(() => module.Toaster),
      () => setHasFailed(true),
    );
  }, [latestId, Toaster]);

  if (Toaster) return <Toaster />;
  return hasFailed ? <PlainToasts toasts={toasts} /> : null;
}

/** Fallback when the toaster's code cannot be loaded, as when offline. */
function PlainToasts({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-0 top-0 z-60 mx-auto w-full max-w-sm p-4 sm:inset-x-auto sm:top-auto sm:bottom-(--tabs) sm:left-0"
    >
      {toasts
        .filter((toast) => toast.open)
        .map((toast) => (
          <div key={toast.id} className="rounded-card border border-line bg-surface p-4 text-ink shadow-raised">
            <p className="font-semibold">{asWritten(toast.title)}</p>
            <p className="text-sm">{asWritten(toast.description)}</p>
            <div className="flex gap-4">
              {toast.action && (
                <button
                  type="button"
                  className="min-h-11 font-semibold text-accent"
                  onClick={() => {
                    toast.action?.onPress();
                    dismissToast(toast.id);
                  }}
                >
                  {toast.action.label}
                </button>
              )}
              <button
                type="button"
                className="min-h-11 font-semibold text-accent"
                onClick={() => dismissToast(toast.id)}
              >
                Close
              </button>
            </div>
          </div>
        ))}
    </div>
  );
}
