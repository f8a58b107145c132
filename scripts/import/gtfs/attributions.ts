/** Sentences that agencies of the region ask to be shown, by a part of their names in lower case. */
const SENTENCES: readonly (readonly [agency: RegExp, sentence: string])[] = [
  // open.toronto.ca/open-data-licence, for the data set "TTC Routes and Schedules".
  [
    /\b(?:toronto transit commission|ttc)\b/,
    "Contains information licensed under the Open Government Licence – Toronto.",
  ],
];

/** The sentence to show beside what was computed with a feed. */
export function attributionOf(publisher: string, agencies: readonly { name: string; url: string }[]): string {
  const names = [publisher, ...agencies.flatMap(({ name, url }) => [name, url])].join(" ").toLowerCase();
  return SENTENCES.find(([agency]) => agency.test(names))?.[1] ?? `Timetable: ${publisher}`;
}
