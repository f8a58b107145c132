import { STATS_SESSION_KEY } from "../../../worker/contracts/visitors.ts";
import { storedText, writeStored } from "../../lib/storage.ts";

/** Where storage is switched off, the session is known until the page is loaded again. */
let here: string | null = null;
/** Whether the server refused the session that was kept last. */
let isRefused = false;
const listeners = new Set<() => void>();

/** Id of the operator's session in this browser; the server alone knows whether it is worth anything. */
export const operatorSessionId = (): string | null => storedText("local", STATS_SESSION_KEY) ?? here;

export const wasOperatorRefused = (): boolean => isRefused;

/** Remembers a session, or forgets it when it is null: because the server refused it, or because its owner left. */
export function keepOperatorSession(id: string | null, { refused = false } = {}): void {
  isRefused = refused;
  writeStored("local", STATS_SESSION_KEY, id);
  here = storedText("local", STATS_SESSION_KEY) === id ? null : id;
  for (const listener of listeners) listener();
}

/** Tells of every change, also of one in another tab. */
export function watchOperatorSession(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== STATS_SESSION_KEY) return;
    here = null;
    isRefused = false;
    onChange();
  };
  listeners.add(onChange);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onStorage);
  };
}
