/** Copies by selecting, for browsers that keep the clipboard from pages served without TLS. */
function copySelected(text: string, beside: Element): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "fixed top-0 opacity-0";
  const focused = document.activeElement;
  // Beside what was pressed: an open dialog takes back the focus from anything outside itself.
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

/** Puts text on the clipboard; false when the browser allows it in no way. */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, beside);
  }
}
