import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { POST_REPORT_REASONS, type PostReportReason, reportShortlist } from "../../../../worker/contracts/reports.ts";
import {
  createShortlist,
  SHORTLIST_DAYS,
  SHORTLIST_MAX,
  SHORTLIST_TITLE_MAX,
} from "../../../../worker/contracts/saved.ts";
import { call, failureText } from "../../../lib/api.ts";
import { plural } from "../../../lib/format.ts";
import { POST_REPORT_TEXTS, ReportFields } from "../../../ui/report-fields.tsx";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, FieldError, TextInput } from "../../../ui/field.tsx";
import { shareLink } from "../facts/share-button.tsx";
import type { SavedHome } from "../saving/saved-homes.ts";

interface ShareDialogProps {
  homes: readonly SavedHome[];
  onClose(): void;
}

/** Dialog that creates a link to the homes that are still listed, without notes and states. */
export function ShareDialog({ homes, onClose }: ShareDialogProps) {
  const formId = useId();
  const [title, setTitle] = useState("");
  const ids = homes
    .filter(({ gone }) => gone === null)
    .map(({ id }) => id)
    .slice(0, SHORTLIST_MAX);
  const sharing = useMutation({ mutationFn: () => call(createShortlist, { body: { listingIds: ids, title } }) });
  const url = sharing.data?.url;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sharing.isPending) sharing.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      shape="sheet"
      title="Share a shortlist"
      description={`Anyone with the link sees ${plural(ids.length, "home")} for ${SHORTLIST_DAYS} days, while they are listed. The link shows no notes, no statuses and nothing about you.`}
      footer={
        url === undefined ? (
          <>
            <Button variant="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={sharing.isPending} disabled={ids.length === 0}>
              Make a Link
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              Done
            </Button>
            <Button
              onClick={({ currentTarget }) =>
                void shareLink(title || "Homes in Toronto", url, "Paste it where you like", currentTarget)
              }
            >
              Share the Link
            </Button>
          </>
        )
      }
    >
      {url === undefined ? (
        <form id={formId} onSubmit={submit}>
          <Field label="Title (optional)" hint={`At most ${SHORTLIST_TITLE_MAX} characters, without links.`}>
            {(field) => (
              <TextInput
                {...field}
                maxLength={SHORTLIST_TITLE_MAX}
                value={title}
                onChange={({ currentTarget }) => setTitle(currentTarget.value)}
                placeholder="Near the park"
              />
            )}
          </Field>
          {homes.length > ids.length && (
            <p className="mt-2 text-sm text-ink-muted">
              {homes.length - ids.length} more are not shared. They are no longer listed, or the shortlist already has{" "}
              {SHORTLIST_MAX} homes.
            </p>
          )}
          {sharing.error && <FieldError>{failureText(sharing.error)}</FieldError>}
        </form>
      ) : (
        <Field label="The link">
          {(field) => (
            <TextInput {...field} readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
          )}
        </Field>
      )}
    </Dialog>
  );
}

/** Form that reports a shortlist; each of its homes can also be reported separately. */
export function ShortlistReport({ token, onClose }: { token: string; onClose(): void }) {
  const formId = useId();
  const [reason, setReason] = useState<PostReportReason>(POST_REPORT_REASONS[0]);
  const [details, setDetails] = useState("");
  const report = useMutation({
    mutationFn: () => call(reportShortlist, { token, body: { reason, details } }),
    onSuccess: () => {
      toast({ title: "Shortlist reported", description: "Thank you for the report. We'll review it." });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!report.isPending) report.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!report.isPending}
      size="sm"
      title="Report this shortlist"
      description="Report its title or how it is used. To report one of the homes, open that home."
      footer={
        <>
          <Button variant="ghost" disabled={report.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={report.isPending}>
            Submit Report
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <ReportFields
          reasons={POST_REPORT_REASONS}
          texts={POST_REPORT_TEXTS}
          reason={reason}
          onReason={(value) => setReason(value)}
          details={details}
          onDetails={setDetails}
          isSending={report.isPending}
          problem={report.error ? failureText(report.error) : undefined}
        />
      </form>
    </Dialog>
  );
}
