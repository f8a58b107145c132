import { WifiOff } from "lucide-react";
import { useOnline } from "../lib/use-online.ts";

export function OfflineNotice() {
  const online = useOnline();
  return (
    <output className="block">
      {!online && (
        <span className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. What has been loaded stays readable; the rest follows when you are back.
        </span>
      )}
    </output>
  );
}
