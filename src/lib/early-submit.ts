/** A form of the server's markup; public/assets/boot-v5.js marks one that was submitted before it was hydrated. */
type EarlyForm = HTMLFormElement & { isSubmitted?: boolean };

/** Hydrated now: sends what was submitted before, once however often that was. */
function takeOver(form: EarlyForm | null): void {
  if (!form) return;
  delete form.dataset["waits"];
  if (!form.isSubmitted) return;
  form.isSubmitted = false;
  // Not while React commits.
  queueMicrotask(() => form.requestSubmit());
}

/**
 * Props of a form that only the application can send, on pages that the server renders: until its code has come the
 * first script holds a submission, which the browser would otherwise send as a request for a page. Its fields must be
 * uncontrolled, so that hydration leaves them alone.
 */
export const waitsForCode = { "data-waits": "", ref: takeOver };
