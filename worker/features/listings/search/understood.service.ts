import { parseAddress } from "../../../contracts/parse-address.ts";
import type { SearchMeaning } from "../../../contracts/search.ts";
import { cornerAbout, middleOfArea, middleOfStreet, streetsAmongNames } from "../../../address/index.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { Coordinates } from "../../../platform/grid.ts";
import { correctionsOf, isCorrectable, queriesOf, similarityCriteria } from "./listing-words.ts";
import { knownTerms, queriesWithoutMatches, similarWords } from "./listing-words.repo.ts";
import type { SearchRequest } from "./search.conditions.ts";
import { EVERYDAY_WORDS } from "./understand/everyday-words.ts";
import { type Droppable, partsByWeakness, requestFor, saidMeaning } from "./understand/meaning.ts";
import { NEARNESS, otherMeanings } from "./understand/place-meant.ts";
import { foldQuery } from "./understand/query-tokens.ts";
import { allKnownWords, knownWords, streetsIn, understand, type Understood } from "./understand/understand.ts";
import { whenNeeded } from "../../../contracts/when-needed.ts";

/** The place of a corner; without one, its streets are words. */
async function withCorner(deps: Deps, meant: Understood): Promise<Understood> {
  const { place } = meant;
  if (!place || !("crossing" in place.within)) return meant;
  const corner = await cornerAbout(deps, parseAddress(place.name));
  if (corner === null)
    return {
      ...meant,
      place: null,
      words: [...new Set([...meant.words, ...place.within.crossing.flatMap((key) => key.split(" "))])],
    };
  const { latitude, longitude } = corner;
  return { ...meant, place: { ...place, within: { latitude, longitude, metres: NEARNESS.corner } } };
}

/**
 * Understands the words of a search; streets and corners are looked up.
 * @param pure its meaning as far as nothing is looked up
 */
export async function readWords(deps: Deps, q: string, pure = understand(q)): Promise<Understood> {
  const names = streetsIn(q);
  if (names.length === 0) return withCorner(deps, pure);
  return withCorner(deps, understand(q, await streetsAmongNames(deps, names)));
}

/** Most misspelt words corrected in one search. */
const MAX_CORRECTIONS = 2;
const setOfKnown = whenNeeded(() => new Set(knownWords()));
const byFirstLetter = (words: readonly string[]) =>
  Map.groupBy(
    words.map((word) => ({ word, listings: 0 })),
    ({ word }) => word[0],
  );
type Terms = ReturnType<typeof byFirstLetter>;
const meantTerms = whenNeeded(() => byFirstLetter(knownWords()));
const allMeantTerms = whenNeeded(() => byFirstLetter(allKnownWords()));
/** Terms that a word may mean: one of its first two letters is right. */
const similarAmong = (terms: Terms, [first, second]: string) =>
  [...new Set([first, second])].flatMap((letter) => terms.get(letter) ?? []);

const isWord = (element: string) => !element.includes(" ");
const mayBeMisspelt = (word: string) => isCorrectable(word) && !EVERYDAY_WORDS.has(word);

/** Most letters that a word may lack at its end to be taken for a misspelt one, and its fewest. */
const UNFINISHED = { missing: 2, least: 5 };

/** A word with a meaning that a word is nearly: all but one letter is right, or some are missing at its end. */
function nearlyKnown(word: string): string | null {
  if (!mayBeMisspelt(word) || setOfKnown().has(word)) return null;
  const whole = knownWords().find(
    (known) => known.startsWith(word) && known.length - word.length <= UNFINISHED.missing,
  );
  return (
    correctionsOf(word, similarAmong(meantTerms(), word), 1)[0] ??
    (word.length >= UNFINISHED.least ? (whole ?? null) : null)
  );
}

/** Words that are nearly ones with a meaning, and that no listing says as they are. */
async function nearlyKnownWords(deps: Deps, { words }: Understood): Promise<string[]> {
  const nearly = words.filter((word) => isWord(word) && nearlyKnown(word) !== null);
  const known = nearly.length === 0 ? [] : await knownTerms(deps, nearly);
  return nearly.filter((word) => !known.includes(word));
}

/** Words that match no listing. */
async function unsaidWords(deps: Deps, { words }: Understood): Promise<string[]> {
  const queries = new Map(
    words.flatMap((word) => {
      const { all } = queriesOf([word]);
      return all === null ? [] : [[all, word] as const];
    }),
  );
  const unsaid = queries.size === 0 ? [] : await queriesWithoutMatches(deps, [...queries.keys()]);
  return unsaid.flatMap((query) => queries.get(query) ?? []);
}

const conditionsIn = (q: string) => partsByWeakness({ ...understand(q), words: [] }).length;

/** The correction with which a search has most conditions: "nort york" is North York rather than "not york". */
function mostTelling(q: string, word: string, corrections: readonly string[]): string | null {
  if (corrections.length < 2) return corrections[0] ?? null;
  const counted = corrections.map((correction) => ({
    correction,
    conditions: conditionsIn(q.replace(word, correction)),
  }));
  const most = Math.max(...counted.map(({ conditions }) => conditions));
  return counted.find(({ conditions }) => conditions === most)?.correction ?? null;
}

/** A search text with its misspelt words replaced by words that mean something, or that listings say; null if any has none. */
async function correct(deps: Deps, q: string, misspelt: readonly string[]): Promise<string | null> {
  if (misspelt.length === 0 || misspelt.length > MAX_CORRECTIONS || !misspelt.every(mayBeMisspelt)) return null;
  let corrected = foldQuery(q);
  for (const word of misspelt) {
    const known = await similarWords(deps, similarityCriteria(word));
    const nearest = correctionsOf(word, [...known, ...similarAmong(allMeantTerms(), word)]);
    const best = mostTelling(corrected, word, nearest) ?? nearlyKnown(word);
    if (best === null || !corrected.includes(word)) return null;
    corrected = corrected.replace(word, best);
  }
  return corrected;
}

/** A search that is tried, and what is said of it if it finds something. */
interface Attempt {
  wanted: SearchRequest;
  meaning: SearchMeaning;
}

function attemptOf(asked: SearchRequest, meant: Understood, more: Partial<SearchMeaning> = {}): Attempt | null {
  const request = requestFor(asked, meant);
  if (request === null) return null;
  const wanted = more.dropped === undefined ? request : { ...request, window: WITHOUT_PARTS.window };
  return { wanted, meaning: { ...saidMeaning(request.meant ?? meant), ...more } };
}

/** Most searches for which parts are left out, and most listings that each scans: one of them may have to follow another. */
const WITHOUT_PARTS = { searches: 6, window: 2_000 };

/** Where a place is; null if that is not known, or it has no middle. */
async function middleOfPlace(deps: Deps, place: Understood["place"]): Promise<Coordinates | null> {
  if (place === null) return null;
  const { within, name } = place;
  if ("latitude" in within) return { latitude: within.latitude, longitude: within.longitude };
  return "street" in within ? middleOfStreet(deps, within.street) : middleOfArea(deps, name);
}

/** Each part left out alone, then more and more of them, weakest first. */
function* lessAndLess(
  meant: Understood,
  middle: Coordinates | null,
): Generator<{ left: Understood; dropped: readonly Droppable[] }> {
  const parts = partsByWeakness(meant, middle);
  const without = (dropped: readonly Droppable[]) => ({
    left: dropped.reduce((rest, part) => part.drop(rest), meant),
    dropped,
  });
  for (const part of parts) yield without([part]);
  for (let count = 2; count < parts.length; count += 1) yield without(parts.slice(0, count));
}

const correctionFrom = (q: string, text: string): Partial<SearchMeaning> =>
  text === q ? {} : { corrected: { from: q, to: text } };

/**
 * The searches that follow one without results: the misspelt words corrected, then parts left out.
 * @param text with what was corrected already
 * @param meant by the text
 */
async function* furtherAttempts(
  deps: Deps,
  asked: SearchRequest,
  q: string,
  text: string,
  meant: Understood,
): AsyncGenerator<Attempt | null> {
  const unsaid = await unsaidWords(deps, meant);
  const to = await correct(
    deps,
    text,
    unsaid.filter((word) => isWord(word) && !EVERYDAY_WORDS.has(word)),
  );
  let [base, said] = [meant, correctionFrom(q, text)];
  if (to !== null) {
    const corrected = await readWords(deps, to);
    const correction = correctionFrom(q, to);
    yield attemptOf(asked, corrected, correction);
    // Words that have a meaning now were only misspelt.
    if (corrected.words.length < meant.words.length) [base, said] = [corrected, correction];
  }
  const hopeless = base === meant ? unsaid : [];
  const rest = { ...base, words: base.words.filter((word) => !hopeless.includes(word)) };
  if (hopeless.length > 0 && partsByWeakness(rest).length > 0)
    yield attemptOf(asked, rest, { ...said, dropped: hopeless });
  for (const { place, words } of rest.place === null ? [] : otherMeanings(rest.place))
    yield attemptOf(asked, { ...rest, place, words: [...rest.words, ...words] }, said);
  for (const { left, dropped } of lessAndLess(rest, await middleOfPlace(deps, rest.place))) {
    const names = [...hopeless, ...dropped.map(({ text }) => text)];
    // A search for a place alone is for any home; one for words alone may be for nothing else.
    if (partsByWeakness(left).length > 0 || rest.place !== null)
      yield attemptOf(asked, left, { ...said, dropped: names });
  }
}

/** A way to search, in two steps, so that the first can be taken before it is known what all words mean. */
export interface Finder<Planned, Found> {
  /** @param before the plan for another meaning of the same words */
  plan(wanted: SearchRequest, before: Planned | null): Promise<Planned>;
  find(planned: Planned): Promise<Found>;
  isEmpty(found: Found): boolean;
}

/** A meaning, with the plan that was made for it while words were looked up. */
async function readAndPlan<Planned>(
  deps: Deps,
  asked: SearchRequest,
  q: string,
  { plan }: Pick<Finder<Planned, unknown>, "plan">,
) {
  const pure = understand(q);
  const early = attemptOf(asked, pure);
  const [typed, nearly, before] = await Promise.all([
    readWords(deps, q, pure),
    nearlyKnownWords(deps, pure),
    early && plan(early.wanted, null),
  ]);
  const to = await correct(
    deps,
    q,
    nearly.filter((word) => typed.words.includes(word)),
  );
  const meant = to === null ? typed : await readWords(deps, to);
  const attempt = attemptOf(asked, meant, correctionFrom(q, to ?? q));
  const isAsPlanned = JSON.stringify(meant) === JSON.stringify(pure);
  const planned = isAsPlanned ? before : attempt && (await plan(attempt.wanted, before));
  return { meant, text: to ?? q, attempt, planned };
}

/**
 * Finds what the words of a search mean. If nothing is found, misspelt words are corrected; then the weakest parts are left
 * out until something is. A search that finds something waits for two answers of the database in a row; for a third if it
 * names a corner, or a street among more than 10,000 homes.
 * @param finder a search, tried with ever fewer conditions
 * @returns null if there is nothing to search for
 */
export async function findMeant<Planned, Found>(
  deps: Deps,
  asked: SearchRequest,
  q: string,
  finder: Finder<Planned, Found>,
): Promise<{ found: Found | null; meaning: SearchMeaning }> {
  const { meant, text, attempt: first, planned } = await readAndPlan(deps, asked, q, finder);
  const found = planned && (await finder.find(planned));
  const asTyped = { found, meaning: first?.meaning ?? saidMeaning(meant) };
  if (found !== null && !finder.isEmpty(found)) return asTyped;
  let attempts = 0;
  for await (const attempt of furtherAttempts(deps, asked, q, text, meant)) {
    attempts += 1;
    if (attempts > WITHOUT_PARTS.searches) break;
    const next = attempt && (await finder.find(await finder.plan(attempt.wanted, planned)));
    if (attempt && next !== null && !finder.isEmpty(next)) return { found: next, meaning: attempt.meaning };
  }
  return asTyped;
}
