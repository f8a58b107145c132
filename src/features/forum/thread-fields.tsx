import type { ReactNode } from "react";
import { TITLE } from "../../../worker/contracts/forum.ts";
import { cleanLine, cleanText } from "../../../worker/contracts/text.ts";
import { Field, TextArea, TextInput } from "../../ui/field.tsx";
import type { Problems } from "./post-problems.ts";
import { LengthHint, NearEnd } from "./text-length.tsx";

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
