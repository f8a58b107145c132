import { useSyncExternalStore } from "react";
import { getSite, VERSION_HEADER, VERSION_META } from "../../worker/contracts/page.ts";
import { readStorage, writeStorage } from "./storage.ts";

/**
 * Time after which a deployment counts as complete. A deployment takes seconds, in which both versions of the site
 * respond.
 */
const SETTLED_MS = 30_000;

/** Returns the version of this page; empty if it names none. */
const ownVersion = (): string => document.querySelector<HTMLMetaElement>(`meta[name="${VERSION_META}"]`)?.content ?? "";

/**
 * Time in milliseconds at which responses began to come from a different version; null while they come from the page's
 * own version.
 */
let otherSince: number | null = null;
let isReady = false;
const listeners = new Set<() => void>();

/**
 * Compares the version of a response with the page's own version. A different version counts as new once no response
 * has come from the page's own version for half a minute.
 */
export function checkVersion({ headers }: Response, now: number = Date.now()): void {
  const version = headers.get(VERSION_HEADER);
  const own = ownVersion();
  if (version === null || own === "") return;
  otherSince = version === own ? null : (otherSince ?? now);
  const isNowReady = otherSince !== null && now - otherSince >= SETTLED_MS;
  if (isNowReady === isReady) return;
  isReady = isNowReady;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns whether a new version of the site is ready, which a reload would show. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isReady,
    () => false,
  );

const STORED = "typed_text";
/** Maximum age of the stored input. Older input belongs to a reload that did not happen. */
const MAX_AGE_MS = 120_000;

/**
 * Selector of controls whose content survives a reload. Excludes passwords, codes and files, and searches, which the
 * address contains.
 */
const KEPT = [
  "textarea",
  "select",
  "input:not([type=password],[type=file],[type=hidden],[type=search],[role=combobox],[autocomplete=one-time-code])",
].join(",");

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  at: number;
  path: string;
  values: [control: string, value: string][];
}

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";
const valueOf = (control: Control) => (isChoice(control) ? String(control.checked) : control.value);

/** Returns the page's controls by their visible names, because ids may differ after a reload. */
function controlsByName(): Map<string, Control> {
  const found = new Map<string, Control>();
  for (const control of document.querySelectorAll<Control>(KEPT)) {
    const label = control.labels?.[0]?.textContent ?? control.ariaLabel ?? "";
    const name = [control.type, control.name, isChoice(control) ? control.value : "", label].join(" | ");
    let nth = 1;
    while (found.has(`${name} ${nth}`)) nth += 1;
    found.set(`${name} ${nth}`, control);
  }
  return found;
}

/** Stores in this tab what was typed and chosen. After a reload, {@link restoreTypedInput} restores it. */
export function storeTypedInput(): void {
  const values = [...controlsByName()].map(([name, control]): [string, string] => [name, valueOf(control)]);
  const typed: Typed = { at: Date.now(), path: location.pathname, values: values.filter(([, value]) => value !== "") };
  writeStorage("session", STORED, JSON.stringify(typed));
}

function takeTypedInput(): Map<string, string> {
  const text = readStorage("session", STORED);
  writeStorage("session", STORED, null);
  try {
    const { at, path, values } = JSON.parse(text ?? "null") as Typed;
    return new Map(path === location.pathname && Date.now() - at < MAX_AGE_MS ? values : []);
  } catch {
    return new Map();
  }
}

/** Fills in a control with the events that a person would cause, so that React notices. */
function fill(control: Control, value: string): void {
  if (valueOf(control) === value) return;
  // A click can select a radio button but never clear it.
  if (isChoice(control)) {
    if (value === "true" || control.type === "checkbox") control.click();
    return;
  }
  const prototype = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, value);
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/**
 * Restores what {@link storeTypedInput} stored before this load. Each control is filled in as soon as it appears, until
 * the visitor navigates to another page. The stored input is deleted at once.
 */
export function restoreTypedInput(): void {
  const waiting = takeTypedInput();
  if (waiting.size === 0) return;
  const { pathname } = location;
  const fillIn = () => {
    if (location.pathname !== pathname || waiting.size === 0) {
      observer.disconnect();
      return;
    }
    // Waits for hydration, which would discard the input.
    if (document.documentElement.dataset["live"] === undefined) return;
    for (const [name, control] of controlsByName()) {
      const value = waiting.get(name);
      if (value === undefined || control.disabled) continue;
      waiting.delete(name);
      fill(control, value);
    }
  };
  const observer = new MutationObserver(fillIn);
  observer.observe(document.documentElement, { subtree: true, childList: true, attributeFilter: ["data-live"] });
  fillIn();
}

/** Session storage key of the version for which this tab was reloaded automatically. */
const RELOADED = "reloaded_version";
const ANSWER_MS = 5_000;

/** Number of forms with chosen files, which do not survive a reload. */
let formsWithFiles = 0;
let isReloading = false;

/** Prevents automatic reloads of the page. @returns a function that allows them again */
export function blockAutomaticReload(): () => void {
  formsWithFiles += 1;
  return () => void (formsWithFiles -= 1);
}

/** Returns whether the page is being reloaded without losing input, so that no confirmation is needed. */
export const isReloadingSafely = () => isReloading;

/** Reloads the page and keeps what was typed. If files are chosen, the browser asks first. */
export function reloadKeepingText(): void {
  storeTypedInput();
  isReloading = formsWithFiles === 0;
  location.reload();
}

/** Returns whether the site responds. Without a response, a reload would show the browser's error page. */
async function siteAnswers(): Promise<boolean> {
  try {
    return (await fetch(getSite.path, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the page after some of its code could not be loaded, usually because its version is gone. Reloads at most
 * once per version and tab, and never if the browser is offline, the site does not respond, or chosen files would be
 * lost.
 * @returns whether the page is being reloaded
 */
export async function reloadOnce(): Promise<boolean> {
  const version = ownVersion();
  const mayReload = () => navigator.onLine && formsWithFiles === 0 && readStorage("session", RELOADED) !== version;
  if (!mayReload() || !(await siteAnswers()) || !mayReload()) return isReloading;
  writeStorage("session", RELOADED, version);
  // Without storage, nothing would prevent another reload.
  if (readStorage("session", RELOADED) !== version) return false;
  reloadKeepingText();
  return true;
}
