import {
  type AutomationSettings,
  COMMENTS_PER_DAY,
  type SettingKey,
  TARGETS,
  THREADS_PER_DAY,
} from "../../../worker/contracts/automation.ts";
import { errorText } from "../../lib/api.ts";
import { useMay } from "../../lib/role.ts";
import { toast } from "../../lib/toast.ts";
import { SelectField } from "../../ui/field.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TARGET_NAMES } from "./automation-text.ts";
import { useChangeSetting } from "./automation.queries.ts";

/** Each setting is saved on change. */
export function AdminAutomationSettings({ settings }: { settings: AutomationSettings }) {
  const mayChange = useMay("operator");
  return (
    <SectionCard
      title="Automation Settings"
      note="Spread over the day from 9:00 to 21:00 Toronto time. A day without anything new to say stays without a post."
    >
      {!mayChange && <p className="mb-4 text-sm text-ink-muted">Operators change these.</p>}
      <fieldset disabled={!mayChange} className="grid gap-4">
        <legend className="sr-only">Automation Settings</legend>
        <Toggle name="enabled" value={settings.autoCreateThreads} label="Create threads automatically" />
        <Choice
          name="threads_per_day"
          value={String(settings.threadsPerDay)}
          label="Threads per day"
          options={THREADS_PER_DAY.map((count) => [String(count), String(count)])}
        />
        <Toggle name="auto_create_comments" value={settings.autoCreateComments} label="Comment automatically" />
        <Choice
          name="comments_per_day"
          value={String(settings.commentsPerDay)}
          label="Comments per day"
          options={COMMENTS_PER_DAY.map((count) => [String(count), String(count)])}
        />
        <Choice
          name="target_threads"
          value={settings.targetThreads}
          label="Target threads"
          options={TARGETS.map((target) => [target, TARGET_NAMES[target]])}
        />
      </fieldset>
    </SectionCard>
  );
}

/** The value of a setting, optimistic while saving, and its setter. */
function useSetting(key: SettingKey, saved: string): [value: string, set: (value: string) => void] {
  const change = useChangeSetting();
  const set = (value: string) =>
    change.mutate(
      { key, value },
      {
        onSuccess: () => toast({ title: "Settings Updated" }),
        onError: (error) =>
          toast({
            title: "Error",
            description: `Failed to update automation settings. ${errorText(error, "")}`.trim(),
            variant: "destructive",
          }),
      },
    );
  return [change.isPending ? change.variables.value : saved, set];
}

function Toggle({ name, value, label }: { name: SettingKey; value: boolean; label: string }) {
  const [shown, set] = useSetting(name, String(value));
  return (
    <Switch checked={shown === "true"} onChange={(checked) => set(String(checked))}>
      {label}
    </Switch>
  );
}

interface ChoiceProps {
  name: SettingKey;
  value: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}

function Choice({ name, value, label, options }: ChoiceProps) {
  const [shown, set] = useSetting(name, value);
  return <SelectField label={label} options={options} value={shown} onChange={({ target }) => set(target.value)} />;
}
