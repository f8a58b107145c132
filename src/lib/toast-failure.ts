import { errorText } from "./api.ts";
import { toast } from "./toast.ts";

/** A failed action, with the server's reason where it gave one. */
export function toastFailure(title: string, error: unknown): void {
  toast({ title, description: errorText(error, "") || undefined, variant: "destructive" });
}
