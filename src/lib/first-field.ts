/**
 * Focuses the rejected field that comes first on the screen, and scrolls it to the middle, away from bars and
 * notifications. Several controls may share a field's name.
 */
export function focusFirstField(form: HTMLElement | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement & { name: string }>("[name]") ?? [];
  const first = [...fields].find(({ name }) => names.includes(name));
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "center" });
}
