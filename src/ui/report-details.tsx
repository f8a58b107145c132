import { REPORT_DETAILS_MAX } from "../../worker/contracts/reports.ts";
import { Field, TextArea } from "./field.tsx";

interface ReportDetailsProps {
  value: string;
  onChange(value: string): void;
  isSending: boolean;
}

/** The words of somebody who reports a listing or a post. */
export function ReportDetails({ value, onChange, isSending }: ReportDetailsProps) {
  return (
    <div className="mt-3">
      <Field
        label="In your own words (optional)"
        hint={`Only our moderators read it. ${value.length} of ${REPORT_DETAILS_MAX} characters.`}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={REPORT_DETAILS_MAX}
            value={value}
            readOnly={isSending}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </Field>
    </div>
  );
}
