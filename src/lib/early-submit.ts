/**
 * A form in the server's markup. The boot script (public/assets/boot-v5.js) marks it if the visitor submits it before
 * hydration.
 */
type EarlyForm = HTMLFormElement & { isSubmitted?: boolean };

/** Submits the form once at hydration if the visitor submitted it before, even several times. */
function submitIfSubmittedEarly(form: EarlyForm | null): void {
  if (!form) return;
  delete form.dataset["waits"];
  if (!form.isSubmitted) return;
  form.isSubmitted = false;
  // Waits until React's commit is complete.
  queueMicrotask(() => form.requestSubmit());
}

/**
 * Props of a server-rendered form that only the application can send. Until the application's code is loaded, the boot
 * script holds back a submission, which the browser would otherwise send as a request for a page. The form's fields
 * must be uncontrolled, so that hydration does not change them.
 */
export const earlySubmitProps = { "data-waits": "", ref: submitIfSubmittedEarly };
