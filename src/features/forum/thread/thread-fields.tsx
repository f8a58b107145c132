import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { CONTENT, TITLE } from "../../../../worker/contracts/forum.ts";
import { cleanLine, cleanText } from "../../../../worker/contracts/text.ts";
import { ApiError, errorText } from "../../../lib/api.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { Field, FieldError, TextArea, TextInput } from "../../../ui/field.tsx";
import { focusOn, useMoveFocus } from "../../../ui/return-focus.ts";
import { DRAFT, type DraftScope } from "../discussion/drafts.ts";
import { LengthAnnouncement, LengthHint, toastProblem, useDraft } from "../discussion/post-form.tsx";

interface ThreadText {
  title: string;
  content: string;
}

/** Problems by field; `form` concerns the whole form. */
type Problems = Partial<Record<keyof ThreadText | "form", string | undefined>>;

interface FieldSchema {
  safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined };
}

interface ThreadFormOptions {
  scope: DraftScope;
  initial: ThreadText;
  schemas: Record<keyof ThreadText, FieldSchema>;
  isBlocked: boolean;
  errorTitle: string;
  error: string;
  /** @throws ApiError, TypeError */
  send(text: ThreadText): Promise<void>;
}

/** State of the forms that start and edit a thread: drafts, problems by the server's own schema, and submission. */
export function useThreadForm({ scope, initial, schemas, isBlocked, errorTitle, error, send }: ThreadFormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const title = useDraft(scope, DRAFT.threadTitle, initial.title);
  const content = useDraft(scope, DRAFT.threadContent, initial.content);
  const text: ThreadText = { title: title.text, content: content.text };
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);

  const moveFocus = useMoveFocus();

  /** Shows the problems and focuses the first field with one, which it returns. */
  const refuse = (found: Problems) => {
    setProblems(found);
    const field = (["title", "content"] as const).find((name) => found[name] !== undefined);
    if (field) moveFocus(() => focusOn(form.current?.querySelector<HTMLElement>(`[name=${field}]`)));
    return field;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isBlocked) return;
    const problemOf = (name: keyof ThreadText) => schemas[name].safeParse(text[name]).error?.issues[0]?.message;
    const found = { title: problemOf("title"), content: problemOf("content") };
    const problem = found.title ?? found.content;
    const field = refuse(found);
    if (problem !== undefined) {
      toastProblem(field === "title" ? "Title" : "Content", problem);
      return;
    }
    setIsBusy(true);
    dismissToasts();
    try {
      await send(text);
    } catch (failure) {
      const reason = errorText(failure, error);
      refuse((failure instanceof ApiError ? failure.body?.fields : undefined) ?? { form: reason });
      setIsBusy(false);
      toast({ title: errorTitle, description: reason, variant: "destructive" });
    }
  };
  return {
    form,
    text,
    problems,
    isBusy,
    submit,
    change(name: keyof ThreadText, value: string) {
      if (problems[name] !== undefined || problems.form !== undefined) dismissToasts();
      setProblems({ ...problems, [name]: undefined, form: undefined });
      (name === "title" ? title : content).write(value);
    },
    forgetDrafts() {
      title.forget();
      content.forget();
    },
  };
}

interface ThreadFieldsProps {
  value: ThreadText;
  onChange(field: keyof ThreadText, value: string): void;
  problems: Problems;
  readOnly: boolean;
  contentMin: number;
  afterTitle?: ReactNode;
}

/** Lengths are counted as the server counts them. */
export function ThreadFields({ value, onChange, problems, readOnly, contentMin, afterTitle }: ThreadFieldsProps) {
  const titleLength = cleanLine(value.title).length;
  const contentLength = cleanText(value.content).length;
  return (
    <>
      <div className="grid gap-3">
        <Field
          label="Title"
          required
          hint={<LengthHint min={TITLE.min} length={titleLength} max={TITLE.max} />}
          error={problems.title}
        >
          {(ids) => (
            <TextInput
              {...ids}
              name="title"
              autoComplete="off"
              maxLength={TITLE.max}
              dir="auto"
              value={value.title}
              readOnly={readOnly}
              onChange={({ currentTarget }) => onChange("title", currentTarget.value)}
            />
          )}
        </Field>
        <LengthAnnouncement length={titleLength} max={TITLE.max} />
        {afterTitle}
      </div>
      <Field
        label="Content"
        required
        hint={<LengthHint min={contentMin} length={contentLength} max={CONTENT.max} />}
        error={problems.content}
      >
        {(ids) => (
          <TextArea
            {...ids}
            name="content"
            rows={8}
            maxLength={CONTENT.max}
            value={value.content}
            readOnly={readOnly}
            onChange={({ currentTarget }) => onChange("content", currentTarget.value)}
          />
        )}
      </Field>
      <LengthAnnouncement length={contentLength} max={CONTENT.max} />
      {problems.form !== undefined && <FieldError>{problems.form}</FieldError>}
    </>
  );
}
