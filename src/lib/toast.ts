import { useSyncExternalStore } from "react";

const NONE: readonly Toast[] = [];
const noneOnServer = () => NONE;

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribeToToasts, currentToasts, noneOnServer);
}

/** Maximum number of toasts on screen (docs/product.md, In the browser). */
const TOAST_LIMIT = 1;
/** Default duration in milliseconds. */
const DEFAULT_DURATION_MS = 5000;
/** Milliseconds between dismissing a toast and removing it from the state. */
const REMOVE_AFTER_MS = 1_000_000;

/** A button in a toast, which also closes it. */
interface ToastAction {
  label: string;
  /** Another way to do the same, which screen readers announce. */
  altText: string;
  onPress(): void;
}

export interface ToastInput {
  title: string;
  description?: string;
  action?: ToastAction;
  variant?: "default" | "destructive";
  durationMs?: number;
  /** True for a toast that no action of the user caused. Such a toast does not replace an open one. */
  yields?: boolean;
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

/** Shows a toast, and drops the oldest over the limit. Call this from event handlers and effects, not during render. */
export function toast({
  title,
  description,
  action,
  variant = "default",
  durationMs = DEFAULT_DURATION_MS,
  yields = false,
}: ToastInput): void {
  if (yields && toasts.some(({ open }) => open)) return;
  lastId += 1;
  replace(
    [{ id: lastId, title, description, action, variant, durationMs, open: true }, ...toasts].slice(0, TOAST_LIMIT),
  );
}

/** Closes a toast; it stays in the state for its exit animation. */
export function dismissToast(id: number): void {
  if (!toasts.some((shown) => shown.id === id && shown.open)) return;
  replace(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => replace(toasts.filter((shown) => shown.id !== id)), REMOVE_AFTER_MS);
}

/** Closes all toasts. */
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
