/**
 * Focuses the first of a form's rejected fields in the order on the screen, and scrolls it to the middle, clear of bars
 * and notifications. Several controls may share the field's name.
 */
export function focusFirstField(form: HTMLElement | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement & { name: string }>("[name]") ?? [];
  const first = [...fields].find(({ name }) => names.includes(name));
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "center" });
}
