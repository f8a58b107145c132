import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { plural } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { useKeptHomes } from "./saved-homes.ts";
import { deleteFromServer, keepOnServer, savedKeys, serverList } from "./saved.queries.ts";
import { startSync, stopSync, syncChanges, syncWithServer } from "./saved-sync.ts";

interface KeepPanelProps {
  /** The form that asks for a code; calls back once it is closed. */
  renderAccess(onClose: () => void): ReactNode;
}

/** Keeps the list on the server for those with access by code, so that all their devices have it. */
export function KeepPanel({ renderAccess }: KeepPanelProps) {
  const queryClient = useQueryClient();
  const { data } = useQuery(serverList());
  const { sentUntil } = useKeptHomes();
  const [isAsking, setIsAsking] = useState<"access" | "stop" | null>(null);
  const isHere = sentUntil !== null && data?.isKept === true;
  const refresh = () => queryClient.invalidateQueries({ queryKey: savedKeys.server });

  useEffect(() => {
    if (!isHere) return undefined;
    syncWithServer().catch((error: unknown) => toastFailure("The list on the server could not be reached", error));
    return syncChanges();
  }, [isHere]);

  const keep = useMutation({
    mutationFn: keepOnServer,
    onSuccess: async () => {
      startSync();
      await syncWithServer();
      await refresh();
    },
    onError: (error) => toastFailure("The list could not be kept on the server", error),
  });
  const stop = useMutation({
    mutationFn: deleteFromServer,
    onSuccess: async () => {
      stopSync();
      await refresh();
    },
    onError: (error) => toastFailure("The list could not be deleted from the server", error),
    onSettled: () => setIsAsking(null),
  });

  if (data === undefined) return null;
  const count = data?.homes.filter(({ isRemoved }) => !isRemoved).length ?? 0;
  return (
    <section aria-labelledby="keep-heading" className="rounded-card border border-line bg-surface p-4 print:hidden">
      <h2 id="keep-heading" className="text-lg font-bold">
        On all your devices
      </h2>
      {data === null ? (
        <>
          <p className="mt-1 text-ink-muted">
            Your list is kept in this browser alone. Subscribers can keep it on our server as well.
          </p>
          <Button variant="secondary" className="mt-3" onClick={() => setIsAsking("access")}>
            Enter a Code
          </Button>
        </>
      ) : (
        <>
          <Switch
            checked={isHere || keep.isPending}
            onChange={(wanted) => (wanted ? keep.mutate(data.wantsPriceDrops) : setIsAsking("stop"))}
          >
            Keep my list on the server
          </Switch>
          <p className="text-sm text-ink-muted">
            {data.isKept && !isHere
              ? `${plural(count, "home")} of yours are on the server. Switch it on to have them here, too.`
              : "Homes, states, viewings and notes, seen on every device where you have entered a code. You can delete them here, or under “Your data”."}
          </p>
          {isHere && (
            <Choice
              type="checkbox"
              checked={keep.isPending ? keep.variables : data.wantsPriceDrops}
              onChange={() => keep.mutate(!data.wantsPriceDrops)}
            >
              <span>
                Tell me of price drops of these homes
                <span className="block text-sm text-ink-muted">By e-mail, at most one a day.</span>
              </span>
            </Choice>
          )}
        </>
      )}
      {isAsking === "access" &&
        renderAccess(() => {
          setIsAsking(null);
          void refresh();
        })}
      <ConfirmDialog
        open={isAsking === "stop"}
        onOpenChange={() => setIsAsking(null)}
        title="Delete the list from the server?"
        description="Each of your browsers keeps what it has, and they no longer follow each other."
        confirmLabel="Delete"
        busy={stop.isPending}
        onConfirm={() => stop.mutate()}
      />
    </section>
  );
}
