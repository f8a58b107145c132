import { getSite } from "../../worker/contracts/page.ts";
import { ownVersion } from "./app-version.ts";
import { readStorage, writeStorage } from "./storage.ts";
import { keepTyped } from "./typed-text.ts";

/** The version for which this tab has been reloaded by itself. */
const RELOADED = "reloaded_version";
const ANSWER_MS = 5_000;

/** Forms with chosen files, which no reload can keep. */
let formsWithFiles = 0;
let isReloading = false;

/** Keeps the page from reloading by itself. @returns a function that ends it */
export function holdFiles(): () => void {
  formsWithFiles += 1;
  return () => void (formsWithFiles -= 1);
}

/** Whether the page is being reloaded without loss, so that nobody needs to be asked. */
export const isReloadingSafely = () => isReloading;

/** Reloads the page and keeps what was typed. With chosen files the browser asks first. */
export function reloadKeepingText(): void {
  keepTyped();
  isReloading = formsWithFiles === 0;
  location.reload();
}

/** Whether the site answers: a reload without an answer would end at the browser's error page. */
async function siteAnswers(): Promise<boolean> {
  try {
    return (await fetch(getSite.path, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the page because a part of its code could not be loaded, usually one of a version that is gone. At most once
 * for each version in a tab, and never offline, while the site does not answer, or when chosen files would be lost.
 * @returns whether the page is being reloaded
 */
export async function reloadOnce(): Promise<boolean> {
  const version = ownVersion();
  const mayReload = () => navigator.onLine && formsWithFiles === 0 && readStorage("session", RELOADED) !== version;
  if (!mayReload() || !(await siteAnswers()) || !mayReload()) return isReloading;
  writeStorage("session", RELOADED, version);
  // Without storage nothing would end a second attempt.
  if (readStorage("session", RELOADED) !== version) return false;
  reloadKeepingText();
  return true;
}
