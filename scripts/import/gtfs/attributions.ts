/** Sentences that agencies of the region ask to be shown, by a part of their names in lower case. */
const SENTENCES: readonly (readonly [agency: RegExp, sentence: string])[] = [
  // open.toronto.ca/open-data-licence, for the data set "TTC Routes and Schedules".
  [
    /\b(?:toronto transit commission|ttc)\b/,
    "Contains information licensed under the Open Government Licence – Toronto.",
  ],
  // Metrolinx's notice for users of its open data (GO Transit and UP Express; metrolinx.com/en/about-us/open-data).
  [
    /\b(?:metrolinx|go transit|gotransit|up express|upexpress)\b/,
    "Data used in this product or service is provided with the permission of Metrolinx. Metrolinx makes no representations or warranties of any kind, express or implied, with respect to the Data and assumes no responsibility for the accuracy or currency of the data used in this product or service.",
  ],
];

/** The sentence to show beside what was computed with a feed. */
export function attributionOf(publisher: string, agencies: readonly { name: string; url: string }[]): string {
  const names = [publisher, ...agencies.flatMap(({ name, url }) => [name, url])].join(" ").toLowerCase();
  return SENTENCES.find(([agency]) => agency.test(names))?.[1] ?? `Timetable: ${publisher}`;
}
