import { DEAD_LETTERS, type DeadLetter, type SystemState } from "../../contracts/system.ts";
import { dropDeadMessage, openDeadMessages, resendDeadMessage } from "../../platform/dead-messages.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { withoutSecrets } from "../../platform/log.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { dropEntry, hasEntry, newestGivenUp, reopenEntry } from "../../platform/outbox-upkeep.ts";
import { audit, auditIfChanged, type Moderator } from "../audit/audit.service.ts";

const CONTENT_LENGTH = 300;
/** Redacted before it is cut, so that no half of an address is left. */
const READ_LENGTH = 4_000;

/** What a letter holds, without mail addresses and tokens. */
const contentOf = (value: unknown) =>
  withoutSecrets(JSON.stringify(value).slice(0, READ_LENGTH)).slice(0, CONTENT_LENGTH);

/** What a message is about: the field that says it, or the type of a mail event. */
function kindOf(queue: string, body: unknown): string {
  if (typeof body !== "object" || body === null) return queue;
  if ("type" in body && typeof body.type === "string") return body.type.slice(0, 80);
  return `${queue}: ${Object.keys(body)[0]?.slice(0, 40) ?? "empty"}`;
}

/** Work that failed too often, newest first. */
export async function deadLetters(deps: Deps): Promise<SystemState["dead"]> {
  const [entries, messages] = await Promise.all([
    newestGivenUp(deps, { limit: DEAD_LETTERS.shown, most: DEAD_LETTERS.counted }),
    openDeadMessages(deps, DEAD_LETTERS.counted),
  ]);
  const letters: DeadLetter[] = [
    ...entries.letters.map(({ id, kind, payload, createdAt, gaveUpAt }) => ({
      id: String(id),
      kind,
      content: contentOf(payload),
      createdAt: createdAt.toISOString(),
      gaveUpAt: (gaveUpAt ?? createdAt).toISOString(),
    })),
    ...messages.slice(0, DEAD_LETTERS.shown).map(({ id, queue, body, cameAt }) => ({
      id: `m${id}`,
      kind: kindOf(queue, body),
      content: contentOf(body),
      createdAt: null,
      gaveUpAt: cameAt.toISOString(),
    })),
  ];
  return {
    letters: letters.toSorted((a, b) => b.gaveUpAt.localeCompare(a.gaveUpAt)).slice(0, DEAD_LETTERS.shown),
    total: Math.min(DEAD_LETTERS.counted, entries.total + messages.length),
  };
}

/** @throws AppError `system.dead_letter_gone` for anything that is no id */
function read(id: string): { store: "outbox" | "messages"; id: number } {
  const [, mark, number] = /^(m?)([1-9]\d{0,14})$/.exec(id) ?? [];
  if (number === undefined) throw new AppError("system.dead_letter_gone");
  return { store: mark === "m" ? "messages" : "outbox", id: Number(number) };
}

const change = (action: "retry" | "drop", id: string, by: Moderator) => ({
  ...by,
  action: `dead_letter.${action}`,
  targetType: "dead_letter",
  targetId: id,
});

/**
 * Hands a dead letter to its queue again. One that was handed over already, or is done by now, is left alone.
 * @throws AppError `system.dead_letter_gone`
 */
export async function retryDeadLetter(deps: Deps, name: string, by: Moderator): Promise<void> {
  const { store, id } = read(name);
  if (store === "messages") {
    const outcome = await resendDeadMessage(deps, id);
    if (outcome === "unknown") throw new AppError("system.dead_letter_gone");
    if (outcome === "sent") await audit(deps, change("retry", name, by));
    return;
  }
  const [reopened] = await deps.db.batch([reopenEntry(deps, id), auditIfChanged(deps, change("retry", name, by))]);
  if (reopened.length > 0) relaySoon(deps);
  else if (!(await hasEntry(deps, id))) throw new AppError("system.dead_letter_gone");
}

/**
 * Drops a dead letter: its work is never done.
 * @throws AppError `system.dead_letter_gone`, also when it was handed over again
 */
export async function dropDeadLetter(deps: Deps, name: string, by: Moderator): Promise<void> {
  const { store, id } = read(name);
  const statement = store === "messages" ? dropDeadMessage(deps, id) : dropEntry(deps, id);
  const [dropped] = await deps.db.batch([statement, auditIfChanged(deps, change("drop", name, by))]);
  if (dropped.length === 0) throw new AppError("system.dead_letter_gone");
}
