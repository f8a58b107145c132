import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff, BellRing } from "lucide-react";
import {
  addPushBrowser,
  getPushKey,
  type PushBrowser,
  type PushTopic,
  removePushBrowser,
} from "../../worker/contracts/push.ts";
import { call } from "../lib/api.ts";
import { Button } from "./button.tsx";
import { Failure } from "./emailed-link.tsx";

/** Local storage key of the topics that this browser requested, because the push subscription does not contain them. */
const TOPICS_KEY = "push_topics";

type PushState = "unsupported" | "blocked" | "off" | "on";

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function storedTopics(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(TOPICS_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((topic) => typeof topic === "string") : [];
  } catch {
    return [];
  }
}

function storeTopics(topics: readonly string[]): void {
  try {
    localStorage.setItem(TOPICS_KEY, JSON.stringify(topics));
  } catch {
    // Without storage, the page asks again next time.
  }
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function pushState(topic: PushTopic): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return (await subscription()) !== null && storedTopics().includes(topic) ? "on" : "off";
}

const stateOf = (topic: PushTopic) =>
  queryOptions({ queryKey: ["push", topic], queryFn: () => pushState(topic), staleTime: Infinity, retry: false });

/** Asks for permission, which browsers allow only after a click, and subscribes this browser. */
async function turnOn(topic: PushTopic, token: { alerts: string } | { follow: string }): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return pushState(topic);
  const { key } = await call(getPushKey);
  await navigator.serviceWorker.register("/sw.js");
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON() as PushBrowser;
  await call(addPushBrowser, { body: { endpoint, keys, ...token } });
  storeTopics([...new Set([...storedTopics(), topic])]);
  return "on";
}

/**
 * Stops all notifications to this browser. Tells the server first, because the server would otherwise continue to send
 * notifications.
 */
async function turnOff(): Promise<PushState> {
  const subscribed = await subscription();
  if (subscribed) {
    await call(removePushBrowser, { body: { endpoint: subscribed.endpoint } });
    await subscribed.unsubscribe();
  }
  storeTopics([]);
  return "off";
}

interface PushChoiceProps {
  topic: PushTopic;
  /** The token of the page's emailed link. */
  token: { alerts: string } | { follow: string };
  /** The news to notify about, such as "new homes for your saved searches". */
  what: string;
}

/** Turns notifications in this browser on and off. Permission is requested only after a click. */
export function PushChoice({ topic, token, what }: PushChoiceProps) {
  const client = useQueryClient();
  const { data: state } = useQuery(stateOf(topic));
  const change = useMutation({
    mutationFn: (wanted: "on" | "off") => (wanted === "on" ? turnOn(topic, token) : turnOff()),
    onSuccess: () => client.invalidateQueries({ queryKey: ["push"] }),
  });
  if (state !== "off" && state !== "on") return null;
  return (
    <section aria-label="Notifications" className="mx-auto mt-6 grid max-w-2xl justify-items-center gap-3 text-center">
      <p aria-live="polite" className="text-sm text-ink-muted">
        {state === "off" && `This browser can also notify you of ${what}, at most five times a day.`}
        {state === "on" && `This browser notifies you of ${what}.`}
      </p>
      {state === "off" && (
        <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate("on")}>
          <BellRing aria-hidden className="size-4" />
          Notify This Browser
        </Button>
      )}
      {state === "on" && (
        <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate("off")}>
          <BellOff aria-hidden className="size-4" />
          Turn Off Notifications
        </Button>
      )}
      <Failure error={change.error} />
    </section>
  );
}
