import { useSyncExternalStore } from "react";

const NONE: readonly Toast[] = [];
const noneOnServer = () => NONE;

/** The notifications to show; none while rendering on the server. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribeToToasts, currentToasts, noneOnServer);
}

/** Toasts on screen at once (docs/product.md, In the browser). */
const TOAST_LIMIT = 1;
/** Milliseconds a toast is shown unless it says otherwise. */
const DEFAULT_DURATION_MS = 5000;
/** A dismissed toast leaves the state this many milliseconds later. */
const REMOVE_AFTER_MS = 1_000_000;

/** What can be done about what a notification tells. Pressing it closes the notification. */
interface ToastAction {
  label: string;
  /** How else to do it, for those whom the notification reaches by sound. */
  altText: string;
  onPress(): void;
}

export interface ToastInput {
  title: string;
  description?: string;
  action?: ToastAction;
  variant?: "default" | "destructive";
  durationMs?: number;
}

export interface Toast {
  id: number;
  title: string;
  description?: string;
  action?: ToastAction;
  variant: "default" | "destructive";
  durationMs: number;
  open: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a notification; over the limit the oldest gives way. Only for event handlers and effects, never during render. */
export function toast({
  title,
  description,
  action,
  variant = "default",
  durationMs = DEFAULT_DURATION_MS,
}: ToastInput): void {
  lastId += 1;
  replace(
    [{ id: lastId, title, description, action, variant, durationMs, open: true }, ...toasts].slice(0, TOAST_LIMIT),
  );
}

/** Closes a notification; it stays in the state for a while, so that it can leave the screen in its own time. */
export function dismissToast(id: number): void {
  if (!toasts.some((shown) => shown.id === id && shown.open)) return;
  replace(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => replace(toasts.filter((shown) => shown.id !== id)), REMOVE_AFTER_MS);
}

/** Closes what is shown: its cause is gone. */
export function dismissToasts(): void {
  for (const { id } of toasts) dismissToast(id);
}

function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentToasts(): readonly Toast[] {
  return toasts;
}
