/** Copies text on pages without TLS, where browsers block the clipboard API. */
function copySelected(text: string, beside: Element): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "fixed top-0 opacity-0";
  const focused = document.activeElement;
  // Inserted next to the clicked button, because an open dialog traps the focus.
  beside.after(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** Copies text to the clipboard. @returns false if the browser does not allow it */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, beside);
  }
}
