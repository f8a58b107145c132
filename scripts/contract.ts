import { readFileSync, writeFileSync } from "node:fs";
import { ATTRIBUTE_KEYS, ATTRIBUTES } from "../worker/contracts/attributes.ts";
import { PLAIN_FIELDS } from "../worker/contracts/listing-fields.ts";
import type { Access, Declared } from "../worker/contracts/operation-rules.ts";
import { OPERATIONS } from "../worker/contracts/operations.ts";
import { LANDMARKS } from "../worker/features/listings/search/understand/landmarks.ts";
import { toSearchMeaning } from "../worker/features/listings/search/understand/meaning.ts";
import { expandWordings } from "../worker/features/listings/search/understand/query-tokens.ts";
import { VOCABULARY } from "../worker/features/listings/search/understand/search-vocabulary.ts";
import { understand } from "../worker/features/listings/search/understand/understand.ts";

const CONTRACT = "docs/contract.md";

const WHO: Readonly<Record<Access, string>> = {
  public: "everybody",
  reader: "readers",
  moderator: "moderators",
  operator: "operators",
  stats: "the dashboard",
};

/** Returns the rate limits of an operation where they differ from the defaults for reads or writes. */
function limitsOf({ operation: { method }, rule }: Declared): string {
  const { access, minute, limit, isQuestion, worksWhenBanned } = rule;
  const isWrite = method !== "GET" && isQuestion !== true;
  return [
    ...(isQuestion ? ["only asks"] : []),
    ...(minute === null ? ["no per-minute limit"] : minute === undefined ? [] : [minute]),
    ...(limit === undefined ? [] : [`\`${limit}\``]),
    ...(isWrite && access === "public" && worksWhenBanned ? ["also open to banned networks"] : []),
  ].join(", ");
}

/** Returns the table of all declared operations. */
const operationsTable = (): string =>
  [
    "| operation | who | limits | purged from caches by |",
    "| --- | --- | --- | --- |",
    ...OPERATIONS.map((declared) => {
      const { operation, rule } = declared;
      const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
      const tags = (rule.tags ?? []).map((tag) => `\`${tag}\``).join(", ");
      return `| \`${operation.method} ${path}\` | ${WHO[rule.access]} | ${limitsOf(declared)} | ${tags} |`;
    }),
  ].join("\n");

const code = (values: readonly unknown[]): string => values.map((value) => `\`${String(value)}\``).join(", ");

/** Returns the table of optional listing fields whose values are enumerated or limited. */
function fieldsTable(): string {
  const plain = Object.entries(PLAIN_FIELDS).map(([key, field]) => {
    const values = field.kind === "number" ? `${field.min}…${field.max}` : `at most ${field.max} characters`;
    return `| \`${key}\` | ${values}${field.isPrivate ? "; never public" : ""} | |`;
  });
  const attributes = ATTRIBUTE_KEYS.map((key) => {
    const attribute = ATTRIBUTES[key];
    const isNumber = attribute.kind === "number";
    const values = isNumber
      ? `${attribute.min}…${attribute.max}; ${attribute.hint}`
      : code(Object.keys(attribute.texts));
    const { filter } = attribute;
    if (filter === null) return `| \`${key}\` | ${values} | |`;
    const matches = "atMost" in filter.matches ? `at most ${filter.matches.atMost}` : code(filter.matches);
    return `| \`${key}\` | ${values} | \`${filter.name}\`: ${matches} |`;
  });
  return ["| field | values | found by `with` |", "| --- | --- | --- |", ...plain, ...attributes].join("\n");
}

/** Example searches that show what the site understands. */
const EXAMPLES = [
  "2br",
  "bachelor under $1,450",
  "1+den",
  "1500-1900",
  "max 2k",
  "two bedroom basement apartment",
  "private room",
  "leslieville",
  "etobicoke basement",
  "kipling station",
  "line 4",
  "near ttc",
  "near university of toronto",
  "bloor & spadina",
  "Queen Street West",
  "pet friendly 1 bedroom parkdale",
  "condo with gym",
  "no pets",
  "not basement",
  "deux chambres meublé",
  "两房 近地铁",
  "원룸 주차",
  "அடித்தளம்",
  "apartamento 2 quartos",
  "se aceptan mascotas",
];

/** Number of phrases per language shown in the table. */
const SAYINGS = 3;

/** Removes spaces between Chinese and Korean characters, which are separate tokens. */
const withoutGaps = (wording: string) =>
  wording.replaceAll(/(?<=[\p{Script=Han}\p{Script=Hangul}]) (?=[\p{Script=Han}\p{Script=Hangul}])/gu, "");

/** Describes how the words of a search are interpreted: first the parsed examples, then the vocabulary. */
function searchTable(): string {
  const examples = EXAMPLES.map((q) => {
    const { dropped: _dropped, ...meaning } = toSearchMeaning(understand(q));
    return `| \`${q}\` | \`${JSON.stringify(meaning)}\` |`;
  });
  const telling = VOCABULARY.filter(({ means }) => !("words" in means) || means.words.length > 0);
  const meanings = telling.map(({ means, says }) => {
    const said = Object.values(says).map((text) => code(expandWordings(text).slice(0, SAYINGS).map(withoutGaps)));
    return `| \`${JSON.stringify(means)}\` | ${said.join("; ")} |`;
  });
  const names = LANDMARKS.map(({ name }) => name).join(", ");
  return [
    "| typed | understood |",
    "| --- | --- |",
    ...examples,
    "",
    "| meaning | said, among others |",
    "| --- | --- |",
    ...meanings,
    "",
    `Landmarks: ${names}.`,
  ].join("\n");
}

/** The tables generated from declarations, by their names in the contract's comments. */
const TABLES = { operations: operationsTable, fields: fieldsTable, search: searchTable };

/** Returns the contract with its tables regenerated from the declarations. */
export function withTables(contract: string): string {
  return Object.entries(TABLES).reduce((text, [name, table]) => {
    const [start, end] = [`<!-- ${name}: npm run contract -->`, `<!-- /${name} -->`];
    const [before = "", rest = ""] = text.split(start);
    return `${before}${start}\n\n${table()}\n\n${end}${rest.split(end)[1] ?? ""}`;
  }, contract);
}

if (import.meta.main) writeFileSync(CONTRACT, withTables(readFileSync(CONTRACT, "utf8")));
