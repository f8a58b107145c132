import type { ReactNode } from "react";
import { threadDraft, threadEdit } from "../../../../worker/contracts/forum.schemas.ts";
import { TITLE } from "../../../../worker/contracts/forum.ts";
import { cleanLine, cleanText } from "../../../../worker/contracts/text.ts";
import { dismissToasts } from "../../../lib/toast.ts";
import { Field, TextArea, TextInput } from "../../../ui/field.tsx";
import { LengthHint, NearEnd, toastProblem } from "../post/post-form.tsx";

/** What is wrong with a post, by field; `form` for what concerns all of it. */
export interface Problems {
  title?: string;
  content?: string;
  form?: string;
}

interface Checked {
  safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } };
}

/** The first thing that is wrong, by the server's own rules. */
const problemOf = (schema: Checked, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

function problemsOf(schema: { title: Checked; content: Checked }, post: { title: string; content: string }): Problems {
  const title = problemOf(schema.title, post.title);
  const content = problemOf(schema.content, post.content);
  return { ...(title !== undefined && { title }), ...(content !== undefined && { content }) };
}

export const newThreadProblems = (post: { title: string; content: string }) => problemsOf(threadDraft.shape, post);
export const editedThreadProblems = (post: { title: string; content: string }) => problemsOf(threadEdit.shape, post);

/** Says what is wrong with a thread and goes to that field. False when nothing is. */
export function refuseThread({ title, content }: Problems, form: HTMLFormElement | null): boolean {
  const field = title === undefined ? "content" : "title";
  const problem = title ?? content;
  if (problem === undefined) return false;
  toastProblem(field === "title" ? "Title" : "Content", problem);
  focusProblem({ title, content }, form);
  return true;
}

/** Goes to the first field of a thread with which something is wrong. */
export function focusProblem({ title, content }: Problems, form: HTMLFormElement | null): void {
  if (title === undefined && content === undefined) return;
  const name = title === undefined ? "content" : "title";
  // After it may be written in again.
  setTimeout(() => form?.querySelector<HTMLElement>(`[name=${name}]`)?.focus());
}

/** The problems that are left when something was typed in a field. What was said of the others goes from the screen. */
export function leftProblems(problems: Problems, changed: { title?: string; content?: string }): Problems {
  const left = {
    ...(changed.title === undefined && problems.title !== undefined && { title: problems.title }),
    ...(changed.content === undefined && problems.content !== undefined && { content: problems.content }),
  };
  if (Object.keys(left).length < Object.keys(problems).length) dismissToasts();
  return left;
}

interface ThreadFieldsProps {
  value: { title: string; content: string };
  onChange(changes: Partial<ThreadFieldsProps["value"]>): void;
  problems: Problems;
  readOnly: boolean;
  max: { title: number; content: number };
  contentMin: number;
  afterTitle?: ReactNode;
}

/** Title and content of a thread. Their lengths are those that the server will count. */
export function ThreadFields({ value, onChange, problems, readOnly, max, contentMin, afterTitle }: ThreadFieldsProps) {
  const titleLength = cleanLine(value.title).length;
  const contentLength = cleanText(value.content).length;
  return (
    <>
      <div className="grid gap-3">
        <Field
          label="Title"
          required
          hint={<LengthHint min={TITLE.min} length={titleLength} max={max.title} />}
          {...(problems.title !== undefined && { error: problems.title })}
        >
          {(ids) => (
            <TextInput
              {...ids}
              name="title"
              autoComplete="off"
              maxLength={max.title}
              dir="auto"
              value={value.title}
              readOnly={readOnly}
              onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
            />
          )}
        </Field>
        <NearEnd length={titleLength} max={max.title} />
        {afterTitle}
      </div>
      <Field
        label="Content"
        required
        hint={<LengthHint min={contentMin} length={contentLength} max={max.content} />}
        {...(problems.content !== undefined && { error: problems.content })}
      >
        {(ids) => (
          <TextArea
            {...ids}
            name="content"
            rows={8}
            maxLength={max.content}
            value={value.content}
            readOnly={readOnly}
            onChange={({ currentTarget }) => onChange({ content: currentTarget.value })}
          />
        )}
      </Field>
      <NearEnd length={contentLength} max={max.content} />
    </>
  );
}
