import type { Bedrooms } from "../../../../contracts/bedrooms.ts";
import { LISTS } from "../../../../contracts/kind-rules.ts";

/** Values of number words. */
export const NUMBERS: ReadonlyMap<string, number> = new Map(
  [
    "one un une uno una um uma 一 单 單 ஒரு ஒன்று 하나 한 원",
    "two deux dos dois duas 两 兩 二 இரண்டு இரு 둘 두 투",
    "three trois tres 三 மூன்று 셋 세 쓰리",
    "four quatre cuatro quatro 四 நான்கு 넷 네",
    "five cinq cinco 五 ஐந்து 다섯",
    "six seis 六 ஆறு",
  ].flatMap((names, nth) => names.split(" ").map((name) => [name, nth + 1] as const)),
);
/** Articles that also mean "one". "un cuarto" may mean one bedroom or a room to let. */
export const ARTICLES: ReadonlySet<string> = new Set("un une una um uma ஒரு".split(" "));

/** Words that mean bedrooms after a number. */
export const BEDROOM_UNITS = `${LISTS.bed}, bedrrom|bedrom|brm|brms|bedr|bedrms|bed_room|bed_rooms|room|rooms, chambre|chambres, chambre|chambres a coucher, habitacion|habitaciones|dormitorio|dormitorios|cuarto|cuartos|recamara|recamaras|alcobas, quarto|quartos|dormitorio|dormitorios, 房, 室, 居, 居室, 卧, 臥, 卧室, 臥室, 睡房, 房间, 房間, 间房, 間房, 个房间, 个卧室, 個睡房, 베드룸, 베드, 침실, 룸, 개 방, 개방, 개 침실, படுக்கையறை, படுக்கை அறை, படுக்கையறைகள், படுக்கை அறைகள், படுக்கையறை வீடு, அறைகள், பெட்ரூம், அறை`;
/** Words that mean bedrooms after a number, and a room to let without a number. */
export const ROOM_WORDS: ReadonlySet<string> = new Set(
  "room rooms chambre chambres habitacion habitaciones cuarto cuartos recamara quarto quartos அறை".split(" "),
);
/** Words that mean bedrooms before a number. */
export const BEDROOMS_BEFORE = "방, 침실, 베드룸";
/** Chinese and Korean words for other rooms that may follow a number of bedrooms. They do not add a condition. */
export const OTHER_ROOMS = ["厅", "廳", "卫", "衛", "浴", "厨", "廚", "阳台", "개", "거실"] as const;
/** Words that may occur between a number and the word for bedrooms. */
export const BEDROOM_MODIFIERS: ReadonlySet<string> = new Set(
  "good bright big large spacious full size sized nice private separate de + - or".split(" "),
);
/** Words that precede a minimum number of bedrooms. */
export const AT_LEAST = "at least, minimum|min, minimum of";
/** Words that follow a minimum number of bedrooms, or stand between the number and the word for bedrooms. */
export const OR_MORE = "or more|up, and|& up";
export const DEN_WORDS: ReadonlySet<string> = new Set("den dens office solarium 书房 書房".split(" "));
/**
 * Bedroom types by Quebec size. Two of the rooms in a Quebec size are the kitchen and living room, and the half is the
 * bathroom.
 */
export const QUEBEC_SIZES: readonly Bedrooms[] = [
  "Studio",
  "Studio",
  "1 Bedroom",
  "2 Bedrooms",
  "3 Bedrooms",
  "4+ Bedrooms",
];

/** Words that mean bathrooms after a number. The search looks for the words in the texts of listings. */
export const BATHROOM_WORDS: ReadonlySet<string> = new Set(
  "bath baths bathroom bathrooms washroom washrooms ba banos banheiros".split(" "),
);

export const MONEY_WORDS = {
  /** Words that precede a maximum rent. */
  most: "under|below|max|maximum|upto|budget|beneath|until, less|lower|cheaper than|then, up to, at most, no|not more|higher|greater than, not over|above, max|maximum rent|price, max of, budget of|is, maximum of|rent, cheaper than, around|about, approx|approximately, moins de, jusqu|jusqua a?, au maximum, menos de, hasta, maximo, ate, no maximo, 低于, 低於, 少于, 不超过, 不超過, 最多, 最高, 预算, 預算, 최대, 예산, அதிகபட்சம்",
  /** Words that follow a maximum rent. */
  mostBehind:
    "max|maximum|tops|budget, or|and less|under|below|lower, ou moins, maximum, o menos, ou menos, 以下, 以内, 以內, 之内, 之內, 이하, 미만, 까지, க்கு கீழ், கீழ், க்குள், வரை, ரூபாய்க்கு கீழ், டாலருக்கு கீழ்",
  /** Words that precede a minimum rent. */
  least:
    "over|above|min|minimum|starting, more|greater|higher than, at least, no|not less than, min|minimum rent, starting at|from, from, plus de, au moins, a partir de, minimum, mas de, desde, al menos, a partir de, mais de, pelo menos, 高于, 高於, 超过, 超過, 至少, 最低, 최소, குறைந்தபட்சம்",
  leastBehind: "and|& up|over|above|more, or more|above|up|over|higher, et plus, o mas, ou mais, 以上, 이상, க்கு மேல்",
  /** Words that precede two amounts, and words between the amounts. */
  between: "between|btw|btwn|bet|from|entre|de|desde|within, rent from, range, budget|price|rent of|is|from|between?",
  to: "-|to|and|&|till|until|et|a|y|e|ate|hasta|au|至|到|~|–",
  /** Words that follow an amount. */
  /** Words that follow a number of thousands. */
  thousand: "k|thousand|grand|mil|mille|千|천|ஆயிரம்",
  unit: "dollars|dollar|dolares|dolar|bucks|cad|$|month|monthly|mo|pm|元|块|刀|加元|加币|달러|불|டாலர், a|per|/|each month|mo, / mo|month, cad|dollars per|a month, par mois, por mes, al mes, 元 每月, டாலர்கள்",
} as const;

/** Words that begin a negation. */
export const NEGATIONS: ReadonlySet<string> = new Set("no not without non sans sin sem pas".split(" "));
/** Words that exclude the kind of home named after them. Before anything else, they have no meaning. */
export const EXCLUDING_WORDS =
  "except, except for, excluding, exclude, other than, anything but, but not, sauf, excepto, menos, exceto, 不要, 不是, 非";
/** Negated phrases of more than one word. */
export const NEGATED_PHRASES =
  "credit check|checks, background check, last month, first and last, key deposit, long term|lease, shared kitchen|bathroom|laundry|bath|washroom, rental history, bed bugs, side street, job letter, guarantor needed|required, agent fee";
/** Words after a negation that do not change its meaning. */
export const BEHIND_NEGATION = "allowed|please|required|needed|permitted|included|available|ok|at_all";
