import { useSyncExternalStore } from "react";
import { type DecisionUndone, undoDecision as undo, UNDO_MS } from "../../worker/contracts/decisions.ts";
import { ApiError, call } from "./api.ts";
import { toastFailure } from "./toast-failure.ts";
import { toast } from "./toast.ts";

/** A decision made in this browser that can still be undone. */
export interface UndoableDecision {
  id: string;
  /** Action and subject, such as "Approved: 2 Bedrooms - 123 Main St". */
  text: string;
  /** End of the undo period in milliseconds since 1970, by the browser's clock. */
  until: number;
  isBeingUndone: boolean;
}

let decisions: readonly UndoableDecision[] = [];
const listeners = new Set<() => void>();
const undoListeners = new Set<(undone: DecisionUndone) => void>();

function replace(next: readonly UndoableDecision[]): void {
  decisions = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly UndoableDecision[] = [];

/** Returns the decisions that can be undone, latest first. */
export function useDecisions(): readonly UndoableDecision[] {
  return useSyncExternalStore(
    subscribe,
    () => decisions,
    () => NONE,
  );
}

const forget = (id: string) => replace(decisions.filter((decision) => decision.id !== id));

/** Drops decisions whose undo period is over. */
export function forgetOldDecisions(): void {
  if (decisions.some(({ until }) => until <= Date.now())) replace(decisions.filter(({ until }) => until > Date.now()));
}

/** Drops all decisions on logout, because someone else may use the browser next. */
export const forgetDecisions = () => replace([]);

interface Decision {
  title: string;
  /** Action and subject. */
  text: string;
  /** Id of the decision; null if nothing changed. */
  decisionId: string | null;
  variant?: "default" | "destructive";
  durationMs?: number;
}

/** Shows a toast with Undo, and adds the decision to the undo list. */
export function announceDecision({ title, text, decisionId, ...look }: Decision): void {
  if (decisionId === null) {
    toast({ title, description: text, ...look });
    return;
  }
  replace([{ id: decisionId, text, until: Date.now() + UNDO_MS, isBeingUndone: false }, ...decisions]);
  toast({
    title,
    description: text,
    action: { label: "Undo", altText: "Press z to undo", onPress: () => void undoDecision(decisionId) },
    ...look,
  });
}

/** Runs a callback after each undo. @returns a function that unsubscribes */
export function onDecisionUndone(listener: (undone: DecisionUndone) => void): () => void {
  undoListeners.add(listener);
  return () => undoListeners.delete(listener);
}

/** Undoes a decision, and shows a toast with the outcome. */
export async function undoDecision(id: string): Promise<void> {
  if (decisions.some((decision) => decision.id === id && decision.isBeingUndone)) return;
  const mark = (isBeingUndone: boolean) =>
    replace(decisions.map((decision) => (decision.id === id ? { ...decision, isBeingUndone } : decision)));
  mark(true);
  try {
    const undone = await call(undo, { id });
    forget(id);
    const left = undone.refused.length;
    toast({
      title: "Decision undone",
      description: `${undone.message}${left > 0 ? ` ${left} changed meanwhile and ${left === 1 ? "stays" : "stay"} as decided.` : ""}`,
    });
    for (const listener of undoListeners) listener(undone);
  } catch (error) {
    // Drops a decision that can no longer be undone, so that it does not block earlier decisions.
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) forget(id);
    else mark(false);
    toastFailure("Failed to undo", error);
  }
}
