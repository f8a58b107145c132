import { useId } from "react";
import { REPORT_DETAILS_MAX, type PostReportReason } from "../../worker/contracts/reports.ts";
import { Choice } from "./choice.tsx";
import { Field, FieldError, TextArea } from "./field.tsx";

/** Reasons for reporting a post, as reporters and moderators see them. */
export const POST_REPORT_TEXTS: Record<PostReportReason, string> = {
  SPAM: "It is spam or advertising",
  HARASSMENT: "It attacks or harasses someone",
  SCAM: "It looks like a scam",
  PERSONAL_INFO: "It shows someone's personal information",
  DISCRIMINATORY: "It discriminates against people",
  OFF_TOPIC: "It has nothing to do with renting here",
  OTHER: "Something else",
};

interface ReportFieldsProps<Reason extends string> {
  /** Reasons in display order, with the texts for reporters. */
  reasons: readonly Reason[];
  texts: Readonly<Record<Reason, string>>;
  reason: Reason | null;
  onReason(reason: Reason): void;
  details: string;
  onDetails(details: string): void;
  isSending: boolean;
  /** Text that says why the report was not sent. */
  problem: string | undefined;
}

/** Fields for the reason and the details of a report about a listing, a post or a shortlist. */
export function ReportFields<Reason extends string>({
  reasons,
  texts,
  reason,
  onReason,
  details,
  onDetails,
  isSending,
  problem,
}: ReportFieldsProps<Reason>) {
  const problemId = useId();
  return (
    <>
      <fieldset aria-describedby={problem === undefined ? undefined : problemId}>
        <legend className="mb-1 font-semibold">What is wrong with it?</legend>
        {reasons.map((value) => (
          <Choice
            key={value}
            type="radio"
            name="reason"
            value={value}
            checked={reason === value}
            onChange={() => onReason(value)}
          >
            {texts[value]}
          </Choice>
        ))}
      </fieldset>
      <div className="mt-3">
        <Field
          label="In your own words (optional)"
          hint={`Only our moderators read it. ${details.length} of ${REPORT_DETAILS_MAX} characters.`}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={3}
              maxLength={REPORT_DETAILS_MAX}
              value={details}
              readOnly={isSending}
              onChange={({ currentTarget }) => onDetails(currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <div role="alert">{problem !== undefined && <FieldError id={problemId}>{problem}</FieldError>}</div>
    </>
  );
}
