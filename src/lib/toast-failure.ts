import { errorText } from "./api.ts";
import { toast } from "./toast.ts";

/** Returns a handler that shows a toast about a failure. */
export const failureHandler = (title: string) => (error: unknown) => toastFailure(title, error);

/** Shows a toast about a failed action, with the server's message if there is one. @param yields as in toast() */
export function toastFailure(title: string, error: unknown, { yields = false } = {}): void {
  toast({ title, description: errorText(error, "") || undefined, variant: "destructive", yields });
}
