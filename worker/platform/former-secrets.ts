/** A secret of SESSION_SECRET_PREVIOUS. */
export interface FormerSecret {
  secret: string;
  /** Somebody else may know it: then it only vouches for links that stop mail. */
  isLeaked: boolean;
}

const LEAKED = "@leaked";

/** The secrets of SESSION_SECRET_PREVIOUS, newest first: separated by spaces, and with `@leaked` behind a leaked one. */
export function formerSecrets(text: string | undefined): FormerSecret[] {
  return (text ?? "")
    .split(/\s+/)
    .map((part) => ({
      secret: part.endsWith(LEAKED) ? part.slice(0, -LEAKED.length) : part,
      isLeaked: part.endsWith(LEAKED),
    }))
    .filter(({ secret }) => secret !== "");
}
