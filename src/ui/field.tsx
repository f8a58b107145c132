import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

/** Attributes that connect a control with its label, hint and error. */
export interface ControlIds {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
}

interface FieldProps {
  label: ReactNode;
  required?: boolean;
  hint?: ReactNode;
  error?: string;
  children: (ids: ControlIds) => ReactNode;
}

export function Field({ label, required = false, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="relative mb-1 block text-sm font-medium text-ink">
        {label}
        {required && <RequiredMark />}
      </label>
      {children({
        id,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(error && { "aria-invalid": true }),
        ...(required && { "aria-required": true }),
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <div id={hintId} className="mt-1 text-sm text-ink-muted">
          {hint}
        </div>
      )}
    </div>
  );
}

/**
 * Marks a required field visually. Screen readers get this state from the control. The mark takes no space, so it never
 * wraps to its own line.
 */
export function RequiredMark() {
  return (
    <span aria-hidden className="absolute ml-0.5 text-danger">
      *
    </span>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

export function TextInput({ className = "", ...props }: ComponentProps<"input">) {
  return <input {...props} className={`input min-h-11 ${className}`} />;
}

export function TextArea({ className = "", rows = 5, ...props }: ComponentProps<"textarea">) {
  return <textarea dir="auto" {...props} rows={rows} className={`input ${className}`} />;
}

export function NativeSelect({ className = "", children, ...props }: ComponentProps<"select">) {
  return (
    <div className="relative">
      <select {...props} className={`input min-h-11 appearance-none pr-10 ${className}`}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-muted"
      />
    </div>
  );
}

/** Returns a function that maps values to options of {@link SelectField}. */
export const withText =
  <T extends string | number>(textOf: (value: T) => string) =>
  (value: T): [T, string] => [value, textOf(value)];

interface SelectFieldProps
  extends Omit<FieldProps, "children">, Omit<ComponentProps<"select">, "children" | "required"> {
  options: readonly (readonly [value: string | number, text: string])[];
}

export function SelectField({ label, required, hint, error, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(ids) => (
        <NativeSelect {...ids} {...select}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

/** @param to start of the sentence, such as 'To write a comment' */
export function NoScriptNote({ to }: { to: string }) {
  return (
    <noscript>
      <p className="text-ink-muted">{to}, please switch on JavaScript in your browser.</p>
    </noscript>
  );
}

/** Field for the visitor's own email address. */
export function EmailInput(props: ComponentProps<"input">) {
  return <TextInput {...props} type="email" name="email" inputMode="email" autoComplete="email" maxLength={254} />;
}
