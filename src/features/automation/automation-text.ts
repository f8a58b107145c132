import type { AutomationActivity, AutomationTarget, AutomationThread } from "../../../worker/contracts/automation.ts";
import { plural } from "../../lib/format.ts";

/** Maximum length of a title in the select (docs/product.md, Automation). */
const TITLE_LENGTH = 50;

export const TARGET_NAMES: Record<AutomationTarget, string> = {
  smart: "Smart (Recent & Active)",
  newest: "Newest",
  popular: "Popular",
  random: "Random",
};

/** Returns a thread's text in the select: the shortened title and the number of comments. */
export function threadOption({ title, commentCount }: AutomationThread): string {
  const characters = Array.from(title);
  const cut = characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH).join("").trimEnd()}...` : title;
  return `${cut} (${plural(commentCount, "comment")})`;
}

const hasFailed = (actionType: string) => /_(?:failed|error)/.test(actionType);

/** Returns the status of an activity (docs/product.md, Automation). */
export const statusText = ({ actionType }: AutomationActivity) => (hasFailed(actionType) ? "Failed" : "Success");

/** Returns red for a failure, blue for a thread, green for any other success. */
export function dotColour({ actionType }: AutomationActivity): "red" | "blue" | "green" {
  if (hasFailed(actionType)) return "red";
  return actionType.includes("thread") ? "blue" : "green";
}

/** Returns an action as text: thread_created → 'Thread created'. */
export function actionText({ actionType }: AutomationActivity): string {
  const words = actionType.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
