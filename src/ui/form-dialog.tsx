import { type ComponentProps, type ReactNode, type Ref, type SubmitEvent, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps extends Pick<ComponentProps<typeof Dialog>, "title" | "description" | "initialFocus"> {
  submitLabel: string;
  submitTone?: "primary" | "danger";
  submitRef?: Ref<HTMLButtonElement>;
  cancelLabel?: string;
  /** True while the form is being sent; the dialog then stays open, and the form is not sent again. */
  isBusy: boolean;
  /** True if the browser validates the fields before it submits the form. */
  isCheckedByBrowser?: boolean;
  onSubmit(event: SubmitEvent<HTMLFormElement>): void;
  onClose(): void;
  /** Content above the form. */
  intro?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A dialog with one form, whose submit button is in the footer beside Cancel. */
export function FormDialog({
  submitLabel,
  submitTone = "primary",
  submitRef,
  cancelLabel = "Cancel",
  isBusy,
  isCheckedByBrowser = false,
  onSubmit,
  onClose,
  intro,
  className = "grid gap-4",
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={onClose}
      mayClose={!isBusy}
      size="sm"
      shape="plain"
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button ref={submitRef} type="submit" form={formId} variant={submitTone} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {intro}
      <form
        id={formId}
        noValidate={!isCheckedByBrowser}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
