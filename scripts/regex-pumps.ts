import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Characters that stand for a class, tried in this order. */
const CANDIDATES = ["a", "0", " ", "-", "\n", "\u00E9", "\u0301", "_", ".", "/", "@", "!", "'", "\u2028", "\u0430"];
/** Texts that a part of an expression is tried with, and repetitions in them. */
const SAMPLES = 4;
/** Beyond this many repetitions it makes no difference whether there is an end to them. */
const MANY = 8;

/** A repeated part of a regular expression: what leads to it, and texts that it repeats. */
interface Repeated {
  before: string;
  units: string[];
}

const unique = (texts: readonly string[]) => [...new Set(texts)].slice(0, SAMPLES);

/**
 * Texts to try a regular expression with: what leads to a repeated part of it, and what is repeated there, alone and with
 * what another part repeats.
 */
export function pumpsOf({ source, flags }: RegExp): { before: string; unit: string }[] {
  const isUnicode = flags.includes("u");
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: isUnicode });
  const repeated: Repeated[] = [];

  const members = (node: AST.Node): string[] => {
    const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
    const found = CANDIDATES.filter((candidate) => one.test(candidate));
    if (found.length > 0) return found.slice(0, 2);
    const [first] = node.type === "CharacterClass" ? node.elements : [];
    if (first?.type === "Character") return [String.fromCodePoint(first.value)];
    if (first?.type === "CharacterClassRange") return [String.fromCodePoint(first.min.value)];
    return ["a"];
  };

  const samplesOfAlternatives = (alternatives: readonly AST.Alternative[], before: string): string[] => {
    const all = alternatives.map(({ elements }) => samplesOfSequence(elements, before));
    return unique([...all.map(([first = ""]) => first), ...all.flat()]);
  };

  const samplesOfSequence = (elements: readonly AST.Element[], before: string): string[] => {
    let texts = [""];
    for (const element of elements) {
      const parts = samplesOf(element, before + (texts[0] ?? ""));
      const combined = Array.from(
        { length: Math.min(SAMPLES, Math.max(texts.length, parts.length)) },
        (_, at) => (texts[at % texts.length] ?? "") + (parts[at % parts.length] ?? ""),
      );
      texts = unique(combined);
    }
    return texts;
  };

  const samplesOf = (element: AST.Element, before: string): string[] => {
    switch (element.type) {
      case "Character":
        return [String.fromCodePoint(element.value)];
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass":
        return members(element);
      case "Group":
      case "CapturingGroup":
        return samplesOfAlternatives(element.alternatives, before);
      case "Quantifier": {
        const units = samplesOf(element.element, before);
        if (element.max >= MANY) repeated.push({ before, units: units.filter((unit) => unit !== "") });
        const least = Math.min(element.min, MANY);
        const more = Math.min(Math.max(least + 1, 1), element.max);
        return unique([...units.map((unit) => unit.repeat(more)), ...units.map((unit) => unit.repeat(least))]);
      }
      case "Assertion":
        // What only looks repeats, too.
        if (element.kind === "lookahead" || element.kind === "lookbehind")
          samplesOfAlternatives(element.alternatives, before);
        break;
      case "Backreference":
    }
    return [""];
  };

  const whole = samplesOfAlternatives(pattern.alternatives, "");
  const units = [...new Set([...repeated.flatMap(({ units }) => units), ...whole])].filter((unit) => unit !== "");
  const alone = repeated.flatMap(({ before, units }) =>
    units.flatMap((unit) => [
      { before: "", unit },
      { before, unit },
      { before: "", unit: before + unit },
    ]),
  );
  const some = units.slice(0, 12);
  const pairs = some.flatMap((one) => some.map((other) => ({ before: "", unit: one + other })));
  const pumps = [...alone, ...whole.map((unit) => ({ before: "", unit })), ...pairs].filter(({ unit }) => unit !== "");
  return [...new Map(pumps.map((pump) => [JSON.stringify(pump), pump])).values()];
}
