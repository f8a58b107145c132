import type { MouseEvent } from "react";
import { copyText } from "../../lib/copy-text.ts";
import { toast } from "../../lib/toast.ts";

/** Copies the address of a post. */
export async function copyLink(path: string, what: string, { currentTarget }: MouseEvent): Promise<void> {
  const url = location.origin + path;
  if (await copyText(url, currentTarget))
    toast({ title: "Link Copied", description: `${what} URL has been copied to your clipboard` });
  else toast({ title: "Link Not Copied", description: `Please copy it from here: ${url}`, variant: "destructive" });
}
