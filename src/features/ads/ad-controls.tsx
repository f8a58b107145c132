import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQuery, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import { Controller, type FieldErrors, useForm } from "react-hook-form";
import { advertisementDraft, type AdvertisementDraft } from "../../../worker/contracts/ads.schemas.ts";
import {
  type AdvertisementSettings,
  type ClickCount,
  getAdvertisement,
  getAdvertisementStats,
  updateAdvertisement,
} from "../../../worker/contracts/ads.ts";
import { ApiError, call } from "../../lib/api.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { type Column, countColumn, CsvButton, DataTable } from "../../ui/data-table.tsx";
import { type Viewer, callForOperator, FOR_OPERATOR } from "../../lib/operator.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { Hint } from "../../ui/hint.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { shownAd } from "./ad-banner.tsx";

/** Refetch intervals in milliseconds (docs/product.md, In the browser). */
const SETTINGS_EVERY_MS = 300_000;
const CLICKS_EVERY_MS = 30_000;

const SETTINGS_KEY = ["ads", "operator", "settings"] as const;

/** Returns the query for the advertisement, which the operator sees even if it is disabled. */
function operatorAdvertisement({ sessionId, isLive }: Viewer) {
  return queryOptions({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => callForOperator(getAdvertisement, {}, sessionId, signal),
    refetchInterval: isLive && SETTINGS_EVERY_MS,
    refetchOnMount: "always",
    meta: FOR_OPERATOR,
  });
}

function advertisementClicks({ sessionId, isLive }: Viewer) {
  return queryOptions({
    queryKey: ["ads", "operator", "clicks"],
    queryFn: ({ signal }) => callForOperator(getAdvertisementStats, {}, sessionId, signal),
    refetchInterval: isLive && CLICKS_EVERY_MS,
    refetchOnMount: "always",
    meta: FOR_OPERATOR,
  });
}

function useAdvertisementChange(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: AdvertisementDraft) =>
      call(updateAdvertisement, { body: draft }, { headers: { "X-Session-ID": sessionId } }),
    onSuccess: () => {
      // This tab may have cached the public advertisement.
      void client.invalidateQueries({ queryKey: shownAd().queryKey });
      return client.invalidateQueries({ queryKey: SETTINGS_KEY });
    },
    meta: FOR_OPERATOR,
  });
}

function NotLoaded({ onRetry }: { onRetry(): void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      Couldn't load this.
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </p>
  );
}

interface AdCardProps extends Viewer {
  unsaved: UnsavedAd;
}

/** Shows the advertisement's form and its number of clicks. */
export function AdControls({ unsaved, ...viewer }: AdCardProps) {
  const { data, isError, refetch } = useQuery(operatorAdvertisement(viewer));
  return (
    <SectionCard
      title="Advertisement Controls"
      className="is-whole"
      actions={data && <Chip tone={data.enabled ? "accent" : "neutral"}>{data.enabled ? "Shown" : "Not shown"}</Chip>}
    >
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        {data ? (
          <AdForm settings={data} sessionId={viewer.sessionId} unsaved={unsaved} />
        ) : isError ? (
          <NotLoaded onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-56 w-full" />
        )}
        <AdClicks {...viewer} />
      </div>
    </SectionCard>
  );
}

interface Period extends ClickCount {
  name: string;
}

const COLUMNS: readonly Column<Period>[] = [
  { header: "Period", value: ({ name }) => name },
  countColumn("Clicks", ({ totalClicks }) => totalClicks),
  countColumn("Unique", ({ uniqueClicks }) => uniqueClicks),
];

function AdClicks(viewer: Viewer) {
  const { data, isError, refetch } = useQuery(advertisementClicks(viewer));
  const title = "Advertisement clicks";
  if (!data) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton className="h-28 w-full" />;
  const rows = [
    { name: "Today", ...data.daily },
    { name: "This month", ...data.month },
    { name: "Lifetime", ...data.lifetime },
  ];
  return (
    <div>
      <div className="relative flex items-center justify-between">
        <div>
          <h3 className="inline text-sm font-medium">Clicks</h3>
          <Hint about={title}>Unique clicks count each browser once a day.</Hint>
        </div>
        <CsvButton title={title} columns={COLUMNS} rows={rows} />
      </div>
      <DataTable caption={title} columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
    </div>
  );
}

const resolver = standardSchemaResolver<AdvertisementDraft, unknown, AdvertisementDraft>(advertisementDraft);

const FIELDS = ["title", "link", "enabled"] as const;
const FAILED = "Failed to update advertisement settings";

/** Unsaved input. */
type UnsavedAd = RefObject<Partial<AdvertisementDraft>>;

interface AdFormProps {
  settings: AdvertisementSettings;
  sessionId: string;
  /** Unsaved input, stored outside the form, because the form unmounts when the session ends. */
  unsaved: UnsavedAd;
}

function toastInvalid(errors: FieldErrors<AdvertisementDraft>): void {
  const message = FIELDS.map((field) => errors[field]?.message).find((text) => text !== undefined);
  toast({ title: FAILED, description: message, variant: "destructive" });
}

/** Form that edits the advertisement; refetched settings do not overwrite unsaved input. */
function AdForm({ settings, sessionId, unsaved }: AdFormProps) {
  const change = useAdvertisementChange(sessionId);
  const { title, link, enabled, updatedAt } = settings;
  const { register, control, handleSubmit, formState, reset, setError, setValue, getValues, getFieldState } = useForm<
    AdvertisementDraft,
    unknown,
    AdvertisementDraft
  >({
    resolver,
    values: { title, link, enabled },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, dirtyFields } = formState;

  useEffect(() => {
    for (const field of FIELDS) {
      const typed = unsaved.current[field];
      if (typed !== undefined) setValue(field, typed, { shouldDirty: true });
    }
    return () => {
      const typed = FIELDS.filter((field) => getFieldState(field).isDirty);
      unsaved.current = Object.fromEntries(typed.map((field) => [field, getValues(field)]));
    };
  }, [unsaved, setValue, getValues, getFieldState]);

  const send = (draft: AdvertisementDraft) =>
    change.mutate(draft, {
      onSuccess: (saved) => {
        // Sets `keepDirtyValues`, because react-hook-form would otherwise reuse the options of the last refetch.
        reset({ title: saved.title, link: saved.link, enabled: saved.enabled }, { keepDirtyValues: false });
        toast({ title: "Advertisement Settings Updated" });
      },
      onError: (error) => {
        toastFailure(FAILED, error);
        const fields = error instanceof ApiError ? (error.body?.fields ?? {}) : {};
        for (const [field, message] of Object.entries(fields))
          setError(field as keyof AdvertisementDraft, { message }, { shouldFocus: true });
      },
    });
  const save = handleSubmit(send, toastInvalid);

  return (
    <form
      noValidate
      aria-label="Advertisement"
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) void save(event);
      }}
    >
      <Field label="Title" required error={errors.title?.message}>
        {(ids) => <TextInput {...ids} {...register("title")} maxLength={200} autoComplete="off" />}
      </Field>
      <Field label="Link" required error={errors.link?.message} hint="A web address, such as https://example.com">
        {(ids) => (
          <TextInput {...ids} {...register("link")} type="url" inputMode="url" maxLength={2000} autoComplete="off" />
        )}
      </Field>
      <Controller
        control={control}
        name="enabled"
        render={({ field: { ref, value, onChange } }) => (
          <Switch ref={ref} checked={value} onChange={onChange}>
            Show on public pages
          </Switch>
        )}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={change.isPending}>
          {change.isPending ? "Saving..." : "Save Advertisement"}
        </Button>
        <p className="text-sm text-ink-muted">
          {Object.keys(dirtyFields).length > 0
            ? "Unsaved changes."
            : updatedAt === null
              ? "Not set yet."
              : `Last changed ${formatMoment(updatedAt)}.`}
        </p>
      </div>
    </form>
  );
}
