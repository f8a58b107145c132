/** A form in the server's markup; public/assets/boot-v5.js marks it if it is submitted before hydration. */
type EarlyForm = HTMLFormElement & { isSubmitted?: boolean };

/** Runs at hydration: submits the form once if the visitor submitted it before, even several times. */
function submitIfSubmittedEarly(form: EarlyForm | null): void {
  if (!form) return;
  delete form.dataset["waits"];
  if (!form.isSubmitted) return;
  form.isSubmitted = false;
  // Not during React's commit.
  queueMicrotask(() => form.requestSubmit());
}

/**
 * Props of a form that only the application can send, on pages that the server renders. Until its code is loaded, the
 * first script holds back a submission, which the browser would otherwise send as a request for a page. The form's
 * fields must be uncontrolled, so that hydration does not change them.
 */
export const earlySubmitProps = { "data-waits": "", ref: submitIfSubmittedEarly };
