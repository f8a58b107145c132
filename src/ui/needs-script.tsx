/** Says without scripts why there is nothing to press. @param to what cannot be done, as in 'To write a comment' */
export function NeedsScript({ to }: { to: string }) {
  return (
    <noscript>
      <p className="text-ink-muted">{to}, please switch on JavaScript in your browser.</p>
    </noscript>
  );
}
