import { longDay, signedPlain } from "./facts.ts";
import { REST_DAYS, type ThreadKind, wordings } from "./kinds.ts";

/** One question a week, whichever it is. */
const SERIES = { name: "question", restDays: 7 };

/** Name, title, and the question in two wordings. */
const QUESTIONS: readonly (readonly [name: string, title: string, first: string, second: string])[] = [
  [
    "viewing",
    "what do you check at a viewing?",
    "Water pressure, the neighbours' noise, the phone signal in the bathroom: what is on your list?",
    "Which one thing do you check at every viewing since you once forgot it?",
  ],
  [
    "commute",
    "how long a commute is too long?",
    "Where is your limit, door to door, and what would make you go beyond it?",
    "Would you take half an hour more each way for a lower rent?",
  ],
  [
    "roommates",
    "how do you choose roommates?",
    "What do you ask before you move in together, and what should you have asked?",
    "What makes living together work: rules, a cleaning plan, or luck?",
  ],
  [
    "landlord",
    "what makes a good landlord?",
    "Name one thing a landlord did that you still remember, without naming the landlord.",
    "What should more landlords do that costs them nothing?",
  ],
  [
    "first-place",
    "what do you wish you had known before your first place?",
    "What did nobody tell you when you rented for the first time?",
    "What would you tell yourself on the day you signed?",
  ],
  [
    "noise",
    "how do you deal with noise?",
    "Upstairs steps, a bar below, a streetcar at five: what helped?",
    "How do you find out before signing whether a place is loud?",
  ],
  [
    "laundry",
    "laundry in the unit, the building, or the laundromat?",
    "What does it cost you, in money and time?",
    "Is a washer in the unit worth a smaller room?",
  ],
  [
    "basement",
    "would you live in a basement?",
    "What should somebody look for before renting one?",
    "Light, damp, height, a second way out: what did you check?",
  ],
  [
    "highrise",
    "high-rise or house?",
    "Which one do you live in, and would you swap?",
    "What surprised you about living on a high floor, or in a shared house?",
  ],
  [
    "repairs",
    "how long did your last repair take?",
    "How did you ask for it, and what finally worked?",
    "Do you write, call, or knock when something breaks?",
  ],
  [
    "moving-cost",
    "what did your last move cost?",
    "Van, elevator, deposit, days off: what did you forget to count?",
    "Where did you save, and where was saving a mistake?",
  ],
  [
    "furniture",
    "what do you take along, and what do you leave?",
    "Which piece of furniture survived all your moves?",
    "Where do you find good used furniture in the city?",
  ],
  [
    "winter",
    "how do you keep a rented home warm?",
    "Curtains, seals, rugs: what made a difference?",
    "What does your heating cost in the coldest month, and who pays it?",
  ],
  [
    "cycling",
    "do you choose a place by its bike lanes?",
    "Where do you keep the bike, and was it ever stolen there?",
    "Which streets would you not want to cycle home on?",
  ],
  [
    "green",
    "how close should a park be?",
    "Which park do you use in a normal week?",
    "Balcony or park nearby: which would you take?",
  ],
  [
    "food",
    "which neighbourhood feeds you best?",
    "Where do you buy groceries when money is short?",
    "Name a street you would move to for its food.",
  ],
  [
    "language",
    "where do you hear your language?",
    "Is there a part of the city where you feel at home by its shops and voices?",
    "Did a community decide where you rent?",
  ],
  [
    "newcomers",
    "renting without a credit history?",
    "What did landlords accept when you were new here?",
    "Which papers helped you to your first lease in Canada?",
  ],
  [
    "students",
    "renting as a student?",
    "Residence, a shared house, a room with a family: what worked?",
    "When did you start looking for the term, and was it early enough?",
  ],
  [
    "families",
    "renting with children?",
    "What do you look for that you did not look for before?",
    "How much does the school decide?",
  ],
  [
    "alone",
    "living alone: worth it?",
    "What do you pay for having the door to yourself, and do you regret it?",
    "How small a place would you take to live alone?",
  ],
  [
    "outside",
    "would you leave the City for a lower rent?",
    "Mississauga, Markham, Oshawa: who moved, and would you again?",
    "What would you miss most outside of Toronto?",
  ],
  [
    "streetcar",
    "streetcar, bus or subway at the door?",
    "Which line do you rely on, and how often does it let you down?",
    "What is the most you would walk to a stop in January?",
  ],
  [
    "insurance",
    "do you have tenant insurance?",
    "What does it cover, and did you ever need it?",
    "How did you choose an insurer, and what do you pay?",
  ],
];

const question = ([name, title, first, second]: (typeof QUESTIONS)[number]): ThreadKind => ({
  name: `question.${name}`,
  needs: "nothing",
  restDays: REST_DAYS.standing,
  series: SERIES,
  write({ day }) {
    const date = longDay(day);
    const beginning = title.charAt(0).toUpperCase() + title.slice(1);
    return wordings(
      [`Question of the week: ${title} (${date})`, `${beginning} (question of the week, ${date})`],
      [first, second],
      ["Answers from your own experience help others most.", "Please leave out names and house numbers."],
      signedPlain(),
    );
  },
});

/** Questions for everybody. */
export const QUESTION_KINDS: readonly ThreadKind[] = QUESTIONS.map(question);
