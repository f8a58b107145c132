import { parseAddress } from "../../../contracts/parse-address.ts";
import type { SearchMeaning } from "../../../contracts/search.ts";
import { searchPrefix } from "../../../contracts/search-words.ts";
import { streetParts } from "../../../contracts/street-words.ts";
import { estimateCorner, middleOfArea, middleOfStreet, streetsAmongNames } from "../../../address/index.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { Coordinates } from "../../../platform/grid.ts";
import { correctionsOf, isCorrectable, queriesOf, similarityCriteria } from "./listing-words.ts";
import { knownTerms, queriesWithoutMatches, similarWords } from "./listing-words.repo.ts";
import type { SearchRequest } from "./search.conditions.ts";
import { EVERYDAY_WORDS } from "./understand/everyday-words.ts";
import { type OptionalPart, partsByWeakness, requestFor, toSearchMeaning } from "./understand/meaning.ts";
import { NEARNESS } from "./understand/searched-places.ts";
import { foldQuery } from "./understand/query-tokens.ts";
import { otherMeanings } from "./understand/read-places.ts";
import { allKnownWords, knownWords, streetsIn, understand, type Understood } from "./understand/understand.ts";
import { createLazily } from "../../../contracts/create-lazily.ts";

/** Looks up the coordinates of a street corner. If the corner does not exist, its streets become words. */
async function withCorner(deps: Deps, meant: Understood): Promise<Understood> {
  const { place } = meant;
  if (!place || !("crossing" in place.within)) return meant;
  const corner = await estimateCorner(deps, parseAddress(place.name));
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
 * Determines the meaning of a search's words, including streets and corners that must be looked up.
 * @param pure the meaning of the words without any look-up
 */
export async function readWords(deps: Deps, q: string, pure = understand(q)): Promise<Understood> {
  const names = streetsIn(q);
  if (names.length === 0) return withCorner(deps, pure);
  return withCorner(deps, understand(q, await streetsAmongNames(deps, names)));
}

/** Maximum number of misspelt words corrected in one search. */
const MAX_CORRECTIONS = 2;
const setOfKnown = createLazily(() => new Set(knownWords()));
const byFirstLetter = (words: readonly string[]) =>
  Map.groupBy(
    words.map((word) => ({ word, listings: 0 })),
    ({ word }) => word[0],
  );
type Terms = ReturnType<typeof byFirstLetter>;
const meantTerms = createLazily(() => byFirstLetter(knownWords()));
const allMeantTerms = createLazily(() => byFirstLetter(allKnownWords()));
/**
 * Returns the known terms that may be the correct form of a word, because they begin with one of its first two letters.
 */
const similarAmong = (terms: Terms, [first, second]: string) =>
  [...new Set([first, second])].flatMap((letter) => terms.get(letter) ?? []);

const isWord = (element: string) => !element.includes(" ");
const mayBeMisspelt = (word: string) => isCorrectable(word) && !EVERYDAY_WORDS.has(word);

/**
 * Maximum number of letters that may be missing at the end of a misspelt word, and minimum length of a word with
 * missing letters.
 */
const UNFINISHED = { missing: 2, least: 5 };

/**
 * Returns a known word of which a typed word is almost the same: one letter differs, or letters are missing at the end.
 * Returns null if there is none.
 */
function similarKnownWord(word: string): string | null {
  if (!mayBeMisspelt(word) || setOfKnown().has(word)) return null;
  const whole = knownWords().find(
    (known) => known.startsWith(word) && known.length - word.length <= UNFINISHED.missing,
  );
  return (
    correctionsOf(word, similarAmong(meantTerms(), word), 1)[0] ??
    (word.length >= UNFINISHED.least ? (whole ?? null) : null)
  );
}

/** Returns whether a word and its correction find the same listings, as "windows" and "window" do. */
const isOtherForm = (q: string, word: string, known: string) =>
  searchPrefix(word) === searchPrefix(known) && conditionsIn(foldQuery(q).replace(word, known)) <= conditionsIn(q);

/** Returns the words of a search that are almost the same as a known word and occur in no listing as typed. */
async function almostKnownWords(deps: Deps, q: string, { words }: Understood): Promise<string[]> {
  const nearly = words.filter((word) => {
    const known = isWord(word) ? similarKnownWord(word) : null;
    return known !== null && !isOtherForm(q, word, known);
  });
  const known = nearly.length === 0 ? [] : await knownTerms(deps, nearly);
  return nearly.filter((word) => !known.includes(word));
}

/** Returns the words of a search that occur in no listing. */
async function wordsInNoListing(deps: Deps, words: readonly string[]): Promise<string[]> {
  const queries = new Map(
    words.flatMap((word) => {
      const { all } = queriesOf([word]);
      return all === null ? [] : [[all, word] as const];
    }),
  );
  const unsaid = queries.size === 0 ? [] : await queriesWithoutMatches(deps, [...queries.keys()]);
  return unsaid.flatMap((query) => queries.get(query) ?? []);
}

/**
 * Returns the words of a street name that neither the City's table nor any listing contains, because they may be
 * misspelt.
 */
async function wordsOfUnknownStreet(deps: Deps, { place }: Understood): Promise<string[]> {
  if (place === null || !("street" in place.within)) return [];
  const { street } = place.within;
  if ((await middleOfStreet(deps, street)) !== null) return [];
  return wordsInNoListing(deps, streetParts(street).name.split(" ").filter(mayBeMisspelt));
}

const conditionsIn = (q: string) => partsByWeakness({ ...understand(q), words: [] }).length;

/**
 * Chooses the correction with which the search has the most conditions: "nort york" becomes "north york" rather than
 * "not york".
 */
function bestCorrection(q: string, word: string, corrections: readonly string[]): string | null {
  if (corrections.length < 2) return corrections[0] ?? null;
  const counted = corrections.map((correction) => ({
    correction,
    conditions: conditionsIn(q.replace(word, correction)),
  }));
  const most = Math.max(...counted.map(({ conditions }) => conditions));
  return counted.find(({ conditions }) => conditions === most)?.correction ?? null;
}

/**
 * Returns a search text in which known words, or words that occur in listings, replace the misspelt words. Returns null
 * if a misspelt word has no correction.
 */
async function correct(deps: Deps, q: string, misspelt: readonly string[]): Promise<string | null> {
  if (misspelt.length === 0 || misspelt.length > MAX_CORRECTIONS || !misspelt.every(mayBeMisspelt)) return null;
  let corrected = foldQuery(q);
  for (const word of misspelt) {
    const known = await similarWords(deps, similarityCriteria(word));
    const nearest = correctionsOf(word, [...known, ...similarAmong(allMeantTerms(), word)]);
    const best = bestCorrection(corrected, word, nearest) ?? similarKnownWord(word);
    if (best === null || !corrected.includes(word)) return null;
    corrected = corrected.replace(word, best);
  }
  return corrected;
}

/** A search to try, and the description of its meaning for the case that it finds listings. */
interface Attempt {
  wanted: SearchRequest;
  meaning: SearchMeaning;
}

function attemptOf(asked: SearchRequest, meant: Understood, more: Partial<SearchMeaning> = {}): Attempt | null {
  const request = requestFor(asked, meant);
  if (request === null) return null;
  const wanted = more.dropped === undefined ? request : { ...request, window: WITHOUT_PARTS.window };
  return { wanted, meaning: { ...toSearchMeaning(request.meant ?? meant), ...more } };
}

/**
 * Maximum number of searches with parts left out, and maximum number of listings that each of them scans. Both numbers
 * are low, because the searches may have to run in sequence.
 */
const WITHOUT_PARTS = { searches: 6, window: 2_000 };

/** Returns the coordinates of a place. Returns null if they are unknown, or if the place has no centre. */
async function middleOfPlace(deps: Deps, place: Understood["place"]): Promise<Coordinates | null> {
  if (place === null) return null;
  const { within, name } = place;
  if ("latitude" in within) return { latitude: within.latitude, longitude: within.longitude };
  return "street" in within ? middleOfStreet(deps, within.street) : middleOfArea(deps, name);
}

/**
 * Yields searches that each leave out one part of the meaning, then searches that leave out more and more parts,
 * beginning with the weakest.
 */
function* searchesWithoutParts(
  meant: Understood,
  middle: Coordinates | null,
): Generator<{ left: Understood; dropped: readonly OptionalPart[] }> {
  const parts = partsByWeakness(meant, middle);
  const without = (dropped: readonly OptionalPart[]) => ({
    left: dropped.reduce((rest, part) => part.drop(rest), meant),
    dropped,
  });
  for (const part of parts) yield without([part]);
  for (let count = 2; count < parts.length; count += 1) yield without(parts.slice(0, count));
}

const correctionFrom = (q: string, text: string): Partial<SearchMeaning> =>
  text === q ? {} : { corrected: { from: q, to: text } };

/**
 * Yields the searches to try after a search without results: first with misspelt words corrected, then with parts left
 * out.
 * @param text the search text with the corrections made so far
 * @param meant the meaning of `text`
 */
async function* furtherAttempts(
  deps: Deps,
  asked: SearchRequest,
  q: string,
  text: string,
  meant: Understood,
): AsyncGenerator<Attempt | null> {
  const [unsaid, inStreet] = await Promise.all([
    wordsInNoListing(deps, meant.words),
    wordsOfUnknownStreet(deps, meant),
  ]);
  const misspelt = unsaid.filter((word) => isWord(word) && !EVERYDAY_WORDS.has(word));
  const withStreet = await correct(deps, text, [...misspelt, ...inStreet]);
  const to = withStreet === null && inStreet.length > 0 ? await correct(deps, text, misspelt) : withStreet;
  let [base, said] = [meant, correctionFrom(q, text)];
  if (to !== null) {
    const corrected = await readWords(deps, to);
    const correction = correctionFrom(q, to);
    yield attemptOf(asked, corrected, correction);
    // If the corrected words have a meaning, they were only misspelt.
    if (corrected.words.length < meant.words.length || inStreet.length > 0) [base, said] = [corrected, correction];
  }
  const hopeless = base === meant ? unsaid : [];
  const rest = { ...base, words: base.words.filter((word) => !hopeless.includes(word)) };
  if (hopeless.length > 0 && partsByWeakness(rest).length > 0)
    yield attemptOf(asked, rest, { ...said, dropped: hopeless });
  for (const place of rest.place === null ? [] : otherMeanings(rest.place))
    yield attemptOf(asked, await withCorner(deps, { ...rest, place }), said);
  for (const { left, dropped } of searchesWithoutParts(rest, await middleOfPlace(deps, rest.place))) {
    const names = [...hopeless, ...dropped.map(({ text }) => text)];
    // Skips a search that would have no conditions left, unless the original search named a place. Without the place,
    // such a search matches every home.
    if (partsByWeakness(left).length > 0 || rest.place !== null)
      yield attemptOf(asked, left, { ...said, dropped: names });
  }
}

/** A search in two steps, so that planning can begin before the meaning of all words is known. */
export interface Finder<Planned, Found> {
  /**
   * Returns the plan for a search.
   * @param before the plan for another meaning of the same words, or null
   */
  plan(wanted: SearchRequest, before: Planned | null): Promise<Planned>;
  find(planned: Planned): Promise<Found>;
  isEmpty(found: Found): boolean;
}

/** Returns the meaning of a search's words, with a plan that was made while the words were looked up. */
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
    almostKnownWords(deps, q, pure),
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
 * Searches by the meaning of words. If nothing is found, corrects misspelt words, then leaves out the weakest parts
 * until something is found. A successful search takes two database calls in sequence, or three if it names a corner, or
 * a street among more than 10,000 homes.
 * @param finder plans and runs a search; called with fewer and fewer conditions
 * @returns null if there is nothing to search for
 */
export async function searchByMeaning<Planned, Found>(
  deps: Deps,
  asked: SearchRequest,
  q: string,
  finder: Finder<Planned, Found>,
): Promise<{ found: Found | null; meaning: SearchMeaning }> {
  const { meant, text, attempt: first, planned } = await readAndPlan(deps, asked, q, finder);
  const found = planned && (await finder.find(planned));
  const asTyped = { found, meaning: first?.meaning ?? toSearchMeaning(meant) };
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
