export function VerifyNote() {
  return (
    <p className="text-sm text-ink-muted">
      Please verify rent control status and all details directly with the landlord before making any decisions.
    </p>
  );
}
