const LINK = "underline underline-offset-2 hover:text-accent";

/** Whose open data the facts about places are, as their licences ask for. */
export function Attribution({ className = "text-xs" }: { className?: string }) {
  return (
    <p className={`text-ink-muted ${className}`}>
      {/* Links in a sentence, so that they need not be as large as buttons. */}
      Contains information licensed under the{" "}
      <a className={LINK} href="https://open.toronto.ca/open-data-licence/" rel="noopener license">
        Open Government Licence – Toronto
      </a>
      .{" "}
      <a className={LINK} href="https://www.openstreetmap.org/copyright" rel="noopener license">
        © OpenStreetMap contributors
      </a>
    </p>
  );
}
