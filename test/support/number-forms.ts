/** Ways to write a house number and its street, as seen in ads or used to hide the number from programs. */
export const NUMBER_FORMS = [
  "N Street St E",
  "N East Street",
  "N E. Street",
  "N/Street",
  "(N) Street St",
  "[N] Street St",
  "N: Street St",
  "N.Street",
  "N, Street",
  "N - Street St E",
  "N+2 Street St E",
  "D Street",
  "P Street St E",
  "N, N+2 Street St E",
  "$N Street",
  "N on Street",
  "N of Street St",
  "N is on Street St",
  "N at Street",
  "#N Street",
  "# N Street",
  "No. N Street",
  "no N, Street St E",
  "unit 5-N Street St",
  "5/N Street St",
  "NA Street",
  "N 1/2 Street",
  "N½ Street",
  "0N Street",
  "Nth Street",
  "NStreet St",
  "N\nStreet St",
  "N _Street_",
  "N “Street”",
  "N Stre\u0301et St",
  "W Street St",
  "N Str\u200Beet St",
  "M\u200BN Street",
  "F Street St",
  "Street St N",
  "Street St E #N",
  "Street St E, N",
  "Street, number N",
  "Street no. N",
  "Street (N)",
  "Street: N",
  "Street - N",
  "Street at N",
  "number N",
  "house number N",
  "house N.",
  "the building at N",
  "Address: N",
  "https://maps.google.com/?q=N+Street+St+E",
  "https://x.example/map/N-street-st",
  "https://x.example/?q=N%20Street",
  "https://x.example/?q=Street%20St%20N",
] as const;

/** Houses to detect: one with a distinctive number, one with a common number. */
export const HIDDEN_HOUSES = [
  { number: "4817", street: "Queen", address: "4817 Queen St E, Toronto, ON M4M 1J8" },
  { number: "48", street: "Elmgrove", address: "48 Elmgrove St E, Toronto, ON M6K 2J2" },
] as const;

const wide = (number: string) => number.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (number: string) => number.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));

/** Returns a house written in one of the forms. */
export function written(form: string, number: string, street: string): string {
  const [first = "", ...others] = number;
  return form
    .replace("N, N+2", `${number}, ${Number(number) + 2}`)
    .replace("N+2", `N-${Number(number) + 2}`)
    .replace(/^D/, `${first} ${others.join("")}`)
    .replace(/^P/, `${first}-${others.join("-")}`)
    .replace("M\u200BN", `${first}\u200B${others.join("")}`)
    .replace("Street", street)
    .replace("Stre\u0301et", `${street.slice(0, 3)}\u0301${street.slice(3)}`)
    .replace(/Str\u200Beet/, `${street.slice(0, 2)}\u200B${street.slice(2)}`)
    .replace("street", street.toLowerCase())
    .replace(/^W/, wide(number))
    .replace(/^F/, arabic(number))
    .replace(/N(?=$|[^a-z]|th|Street|Queen|Elm)(?!orth)/, number);
}

/** Returns a text without invisible characters and with plain letters. */
export const readAs = (text: string): string => text.normalize("NFKD").replaceAll(/[\p{DI}\p{M}]/gu, "");

const DIGITS_APART = /(?<=\d)[ -](?=\d)/g;

/** Returns whether a text contains a number, even with its digits separated. */
export const holdsNumber = (text: string, number: string): boolean =>
  [readAs(text), readAs(text).replaceAll(DIGITS_APART, "")].some(
    (read) => read.includes(number) || read.includes(arabic(number)),
  );
