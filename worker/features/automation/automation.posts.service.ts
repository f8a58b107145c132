import type { AutomationTarget, CommentsAdded, AutomationSettings, ThreadCreated } from "../../contracts/automation.ts";
import { parseBedrooms, type Bedrooms } from "../../contracts/bedrooms.ts";
import { DAY_MS, daysAfter } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { everyTick } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../audit/audit.service.ts";
import { medianCents } from "../market/market.benchmarks.ts";
import {
  hasAutomatedComment,
  insertActivity,
  insertComment,
  insertPost,
  postTextKeyOf,
  postedTexts,
  type Quota,
  type Candidate,
  candidatesOf,
  threadToComment,
  insertThread,
  lastPostsOf,
  titlesAfter,
} from "./automation.repo.ts";
import { type PostOptions, withFailureRecorded, readSettings } from "./automation.settings.service.ts";
import {
  readFacts,
  type Facts,
  describeBasis,
  groupByNeighbourhood,
  countText,
  dollars,
  filterOf,
  listLink,
  longMonth,
  MIN_LISTINGS,
  MIN_LISTINGS_AT_PLACE,
  namedBenchmark,
  pluralOf,
  rentsOf,
  figuresSignature,
  sourceSignature,
  type Unit,
} from "./facts.ts";
import { shuffled, type Draft, kindsByTurn, THREAD_KINDS, type ThreadKind } from "./kinds.ts";

/** Toronto hours over which posts are spread. */
const FROM_HOUR = 9;
const UNTIL_HOUR = 21;
/** Maximum numbers of posts per tick. They prevent a burst of posts after missed ticks. */
export const MAX_PER_TICK = { threads: 1, comments: 2 } as const;

const CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/**
 * Returns the time of day in Toronto in hours, with minutes as a fraction. Clock changes do not matter, because they
 * happen at night and the posting hours are in the daytime.
 */
function torontoHours(time: Date): number {
  const [hours = 0, minutes = 0] = CLOCK.format(time).split(":").map(Number);
  return hours + minutes / 60;
}

/** Returns the start of the day in Toronto, four or five hours behind UTC. */
export function torontoDayStart(time: Date): Date {
  const day = torontoDay(time);
  const summer = new Date(`${day}T04:00:00Z`);
  return torontoDay(summer) === day ? summer : new Date(`${day}T05:00:00Z`);
}

/** Returns the key of a tick. Returns null outside the posting hours. */
export function dueTick(time: Date): string | null {
  const hours = torontoHours(time);
  return hours >= FROM_HOUR && hours < UNTIL_HOUR ? everyTick(time) : null;
}

/**
 * Returns how many of a day's posts are due by a time. The posting hours are divided equally among the posts, and each
 * post is due in the middle of its share.
 */
function duePostCount(perDay: number, time: Date): number {
  const share = (torontoHours(time) - FROM_HOUR) / (UNTIL_HOUR - FROM_HOUR);
  if (share < 0 || share >= 1) return 0;
  return Math.floor(share * perDay + 0.5);
}

/** Returns how many threads and comments are due by a time; 0 for a kind that is switched off. */
export function duePosts(settings: AutomationSettings, time: Date): { threads: number; comments: number } {
  return {
    threads: settings.autoCreateThreads ? duePostCount(settings.threadsPerDay, time) : 0,
    comments: settings.autoCreateComments ? duePostCount(settings.commentsPerDay, time) : 0,
  };
}

/**
 * The kind stored with automated comments. These comments contain statistics on the neighbourhoods or home types that a
 * thread names.
 */
const COMMENT_KIND = "figures";

const OTHER_STUDIOS =
  /\b(?:yoga|dance|art|music|recording|pilates|fitness|tattoo|photo\w*|film|ballet|pottery|design|nail|hair|tv|sound|rehearsal|beauty|spin|boxing|martial arts|ceramics?)[- ]studios?\b/gi;

/** Removes phrases such as "yoga studio" from a text, because such studios are not homes. */
const withoutOtherStudios = (text: string) => text.replace(OTHER_STUDIOS, " ");

/** A wording of a comment. */
interface Wording {
  content: string;
  /** The text without link and signature. No two posts have the same text. */
  body: string;
}

const joined = (leads: readonly string[], body: string, ...below: string[]): Wording[] =>
  leads.map((lead) => ({ content: [`${lead} ${body}`, ...below].join("\n\n"), body: `${lead} ${body}` }));

const IN_A_WORD = /[\p{L}\d]/u;

/** Returns whether a text contains a name as a whole word. */
function containsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!IN_A_WORD.test(text.charAt(at - 1)) && !IN_A_WORD.test(text.charAt(at + name.length))) return true;
  return false;
}

/**
 * Returns whether a text names a neighbourhood. Single-word names are matched case-sensitively, because many are common
 * words.
 */
const namesPlace = (text: string, name: string): boolean =>
  /[\s-]/.test(name) ? containsName(text.toLowerCase(), name.toLowerCase()) : containsName(text, name);

/**
 * Returns wordings with the number of listings in a neighbourhood, and with the median rent of the most common type if
 * enough listings have that type.
 */
function placeWordings(facts: Facts, { name, units }: { name: string; units: readonly Unit[] }): Wording[] {
  const types = [...Map.groupBy(units, ({ bedrooms }) => bedrooms)].toSorted(([, a], [, b]) => b.length - a.length);
  const [type, most] = types[0] ?? ["", []];
  const rents = rentsOf(most);
  const parts = [
    `${countText(units.length)} out of ${describeBasis(facts)} ${units.length === 1 ? "is" : "are"} in ${name} at the moment.`,
    ...(rents.length >= MIN_LISTINGS_AT_PLACE
      ? [
          `The median rent of its ${rents.length} listings of the type "${type}" is ${dollars(medianCents(rents))} a month.`,
        ]
      : []),
  ];
  return joined(
    [`About ${name}:`, `Figures on ${name}:`, `Listings in ${name}:`],
    parts.join(" "),
    listLink(facts, { neighbourhood: name }),
    figuresSignature(facts),
  );
}

const ROOM = /\b(?:private|furnished) rooms?\b|\brooms? (?:for|to) rent\b/i;

/** Words that mark a thread as being about rents, so that a median is relevant. */
const MONEY =
  /\b(?:rent(?:s|ed|al|ing)?|prices?|pay(?:s|ing)?|paid|costs?|afford\w*|budgets?|cheap\w*|expensive|how much|fair|overpriced|asking)\b|\$\s?\d/i;

/** Returns the type of home that a thread is about. Its title takes precedence over its text. */
function typeNamed(title: string, content: string): Bedrooms | null {
  const isNamed = (type: Bedrooms | null) =>
    type !== null && (type !== "Private Room" || ROOM.test(`${title} ${content}`));
  return [title, content].map((text) => parseBedrooms(withoutOtherStudios(text))).find(isNamed) ?? null;
}

/**
 * Returns wordings with the City's benchmark for a type, and with the median rent of the type's listings if there are
 * enough.
 */
function typeWordings(facts: Facts, type: Bedrooms): Wording[] {
  const rents = rentsOf(facts.units.filter(({ bedrooms, isOfCity }) => bedrooms === type && isOfCity));
  const benchmark = facts.benchmarks.find(({ bedrooms }) => bedrooms === type);
  if (!benchmark) return [];
  const leads = ["For comparison:", "Asking rents for these:", "A figure to compare with:"];
  const link = listLink(facts, { sort: "price" }, filterOf(type));
  if (rents.length < MIN_LISTINGS)
    return joined(
      leads,
      `the benchmark for ${pluralOf(type)} in the City is ${dollars(benchmark.rentCents)} a month (${longMonth(benchmark.asOf)}).`,
      link,
      sourceSignature(namedBenchmark(benchmark)),
    );
  return joined(
    leads,
    `the median rent of ${rents.length} listings of ${pluralOf(type)} in the City on this site is ${dollars(medianCents(rents))} a month. The benchmark for the City is ${dollars(benchmark.rentCents)} (${longMonth(benchmark.asOf)}).`,
    link,
    figuresSignature(facts, namedBenchmark(benchmark)),
  );
}

/**
 * Returns statistics that are relevant to a thread, each in several wordings: first on the neighbourhoods that the
 * thread names, then on its home type. Returns none if the thread names neither.
 */
export function relevantFigures({ title, content }: { title: string; content: string }, facts: Facts): Wording[][] {
  const text = `${title}\n${content}`;
  const places = groupByNeighbourhood(facts.units).filter(({ name }) => namesPlace(text, name));
  const type = MONEY.test(text) ? typeNamed(title, content) : null;
  return [...places.map((place) => placeWordings(facts, place)), ...(type === null ? [] : [typeWordings(facts, type)])];
}

/** A thread counts as active until it and its latest comment are older than this. */
const ACTIVE_MS = 14 * DAY_MS;

/**
 * Posts statistics in a thread, in a wording that was never posted.
 * @returns false if there is no such wording, or the thread may not get a comment
 */
async function addCommentTo(deps: Deps, thread: Candidate, facts: Facts, { quota, by }: PostOptions): Promise<boolean> {
  const found = relevantFigures(thread, facts).flatMap((wordings) => shuffled(wordings, deps.random));
  const keys = await Promise.all(found.map(({ body }) => postTextKeyOf(body)));
  const used = found.length === 0 ? new Set<string>() : await postedTexts(deps, keys);
  const index = keys.findIndex((key) => !used.has(key));
  const wording = found[index];
  const textKey = keys[index];
  if (!wording || textKey === undefined) return false;
  const values = { ...wording, kind: COMMENT_KIND, threadId: thread.id, textKey, quota };
  const [[row]] = await runAllOrNone(deps, [
    insertComment(deps, values),
    insertPost(deps, values, thread.id),
    insertActivity(deps, "comment_added", {
      message: `Added figures to “${thread.title}”`,
      threadTitle: thread.title,
      commentCount: 1,
    }),
    ...(by
      ? [
          auditEntry(deps, {
            action: "automation.add_comments",
            targetType: "thread",
            targetId: thread.id,
            after: { kind: COMMENT_KIND },
            ...by,
          }),
        ]
      : []),
  ]);
  if (!row) return false;
  await purge(deps, "comment.changed", thread.id);
  return true;
}

/**
 * Adds comments with statistics to threads that a target selects, best threads first. Skips threads without relevant
 * statistics.
 * @returns the number of comments added, at most `count`
 */
export async function addComments(
  deps: Deps,
  target: AutomationTarget,
  { count, ...asked }: PostOptions & { count: number },
): Promise<number> {
  const since = new Date(deps.now().getTime() - ACTIVE_MS);
  const candidates = await candidatesOf(deps, target, { since, random: deps.random() });
  if (candidates.length === 0) return 0;
  const facts = await readFacts(deps);
  let added = 0;
  for (const thread of candidates) {
    if (added >= count) break;
    if (await addCommentTo(deps, thread, facts, asked)) added += 1;
  }
  return added;
}

export const NO_COMMENT =
  "No comment was added: there are no new figures for an open discussion without an automated comment.";
const ALREADY_COMMENTED = "No comment was added: this discussion has an automated comment already.";
const NOTHING_RELEVANT =
  "No comment was added: there are no new figures for a neighbourhood or a type of home that this discussion is about.";

/**
 * Returns the quota for comments that a moderator adds. These comments count towards today's quota but may exceed it.
 */
const manualQuota = (deps: Deps): Quota => ({ day: torontoDay(deps.now()), below: null });

/** Adds a comment to one thread. @throws AppError `forum.thread_not_found`, `forum.locked` */
async function addToThread(deps: Deps, threadId: number, by: Moderator): Promise<{ added: number; message: string }> {
  const thread = await threadToComment(deps, threadId);
  if (!thread) throw new AppError("forum.thread_not_found");
  if (thread.isLocked) throw new AppError("forum.locked");
  if (await hasAutomatedComment(deps, threadId)) return { added: 0, message: ALREADY_COMMENTED };
  const isAdded = await addCommentTo(deps, thread, await readFacts(deps), { quota: manualQuota(deps), by });
  return { added: Number(isAdded), message: NOTHING_RELEVANT };
}

async function addAsRequested(deps: Deps, threadId: number | null, by: Moderator) {
  if (threadId !== null) return addToThread(deps, threadId, by);
  const { targetThreads } = await readSettings(deps);
  const added = await addComments(deps, targetThreads, { count: MAX_PER_TICK.comments, quota: manualQuota(deps), by });
  return { added, message: NO_COMMENT };
}

/**
 * Adds comments at a moderator's request: one to a given thread, or several to threads that the configured target
 * selects.
 * @throws AppError `forum.thread_not_found`, `forum.locked`
 */
export async function addCommentsByHand(deps: Deps, threadId: number | null, by: Moderator): Promise<CommentsAdded> {
  const failed = {
    actionType: "comment_error",
    message: "Comments could not be added.",
    unless: (error: unknown) => error instanceof AppError,
  } as const;
  return withFailureRecorded(deps, failed, async () => {
    const { added, message } = await addAsRequested(deps, threadId, by);
    if (added > 0) {
      return { success: true, message: `Added ${added === 1 ? "1 comment" : `${added} comments`}.`, added };
    }
    await insertActivity(deps, "comments_skipped", { message });
    return { success: true, message, added };
  });
}

/** Number of days after which a title may be used again for another text. */
const TITLE_REUSE_DAYS = 90;

/**
 * Returns the wordings of a kind of thread in random order. Returns an empty list if creating them fails, so that other
 * kinds can post.
 */
function shuffledDrafts(deps: Deps, kind: ThreadKind, facts: Facts): Draft[] {
  try {
    return shuffled(kind.write(facts, deps.random), deps.random);
  } catch (error) {
    deps.log.error("automation.kind_failed", error, { kind: kind.name });
    return [];
  }
}

interface Posted {
  id: number;
  title: string;
}

interface NewDraft extends Draft {
  textKey: string;
}

/** Returns the wordings of a kind of thread that were never posted. */
async function newDraftsOf(deps: Deps, kind: ThreadKind, facts: Facts): Promise<NewDraft[]> {
  const drafts = shuffledDrafts(deps, kind, facts);
  if (drafts.length === 0) return [];
  const bodies = [...new Set(drafts.map(({ body }) => body))];
  const keys = new Map(await Promise.all(bodies.map(async (body) => [body, await postTextKeyOf(body)] as const)));
  const posted = await postedTexts(deps, [...keys.values()]);
  return drafts.flatMap((draft) => {
    const textKey = keys.get(draft.body);
    return textKey === undefined || posted.has(textKey) ? [] : [{ ...draft, textKey }];
  });
}

/**
 * Posts the first wording of a kind of thread that was never posted and whose title was not used recently. @returns
 * null if there is no such wording, or the quota is used up
 */
async function post(
  deps: Deps,
  kind: ThreadKind,
  drafts: readonly NewDraft[],
  { quota, by }: PostOptions,
): Promise<Posted | null> {
  if (drafts.length === 0) return null;
  const titles = await titlesAfter(deps, kind.name, daysAfter(quota.day, -TITLE_REUSE_DAYS));
  const draft = drafts.find(({ title }) => !titles.has(title));
  if (!draft) return null;
  const values = { ...draft, kind: kind.name, quota };
  const message = `Posted “${draft.title}”`;
  const [[row]] = await runAllOrNone(deps, [
    insertThread(deps, values),
    insertPost(deps, values, null),
    insertActivity(deps, "thread_created", { message, threadTitle: draft.title }),
    ...(by
      ? [
          auditEntry(deps, {
            action: "automation.create_thread",
            targetType: "automation",
            targetId: "threads",
            after: { kind: kind.name, title: draft.title },
            ...by,
          }),
        ]
      : []),
  ]);
  return row ? { id: row.id, title: draft.title } : null;
}

/**
 * Posts one thread from the automation's account. The kinds of threads take turns.
 * @returns null when nothing was posted
 */
export async function createThread(deps: Deps, { quota, by }: PostOptions): Promise<Posted | null> {
  const [facts, last] = await Promise.all([
    readFacts(deps),
    lastPostsOf(
      deps,
      THREAD_KINDS.map(({ name }) => name),
    ),
  ]);
  for (const kind of kindsByTurn(last, quota.day, deps.random)) {
    const posted = await post(deps, kind, await newDraftsOf(deps, kind, facts), { quota, by });
    if (!posted) continue;
    await purge(deps, "thread.changed", posted.id);
    return posted;
  }
  return null;
}

export const NO_THREAD = "No thread was posted: there is nothing new to say at the moment.";

/** Posts a thread as {@link createThread} does, at a moderator's request. */
export async function createThreadByHand(deps: Deps, by: Moderator): Promise<ThreadCreated> {
  const failed = { actionType: "thread_failed", message: "A thread could not be posted." } as const;
  return withFailureRecorded(deps, failed, async () => {
    const posted = await createThread(deps, { quota: { day: torontoDay(deps.now()), below: null }, by });
    if (posted) return { success: true, message: `Posted “${posted.title}”.`, threadId: posted.id };
    await insertActivity(deps, "threads_skipped", { message: NO_THREAD });
    return { success: true, message: NO_THREAD, threadId: null };
  });
}
