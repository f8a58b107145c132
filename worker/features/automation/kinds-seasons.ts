import { signedPlain } from "./facts.ts";
import { REST_DAYS, type ThreadKind, wordings } from "./kinds.ts";

interface Season {
  name: string;
  titles: readonly string[];
  bodies: readonly string[];
}

/** What to think of in each month, January first. It is advice and claims nothing about prices. */
const SEASONS: readonly Season[] = [
  {
    name: "January",
    titles: ["Moving in January: cold floors and heavy boots", "A January move, step by step"],
    bodies: [
      "Keep the path to the door salted on moving day, put cardboard on the floors, and check on the first evening that every radiator warms up. Write to the landlord at once if one does not.",
      "Leave liquids and electronics for the last trip, take photos of the heating and of the windows, and note the meter readings on the first day.",
    ],
  },
  {
    name: "February",
    titles: ["Viewing a home in February", "What a winter viewing shows that a summer one hides"],
    bodies: [
      "Feel along the window frames for drafts, look for ice on the inside of the glass, and ask what last month's heating cost. Winter is an honest time to look at a home.",
      "In the cold you can see what summer hides: drafts, damp corners, a lobby that nobody shovels. Ask neighbours how warm it gets.",
    ],
  },
  {
    name: "March",
    titles: ["Spring thaw: look at basements now", "March viewings: where does the water go?"],
    bodies: [
      "While the snow melts, basements tell the truth. Look for stains low on the walls, smell for damp, and ask when the drain was last a problem.",
      "Melting snow is a test for every basement unit. Check corners and closets, and ask about the sump pump and the last flood.",
    ],
  },
  {
    name: "April",
    titles: ["Moving this summer? April is for papers", "A folder for the search: what belongs in it"],
    bodies: [
      "Put together what landlords ask for: a letter of employment, pay slips, a credit report, names of references. Having it ready saves a day when a good place comes up.",
      "One folder with employment letter, references and credit report, ready to send after a viewing, and a list of what you must have and what would be nice.",
    ],
  },
  {
    name: "May",
    titles: ["May checklist for a summer move", "Book the movers before you need them"],
    bodies: [
      "For a move at the end of a summer month, reserve the elevator and the van early: both are asked for on the same few days. Midweek is easier than the first of the month.",
      "Elevator, van, friends: ask all three now for a move in summer. Keep the written confirmation of the elevator.",
    ],
  },
  {
    name: "June",
    titles: ["The last week of June: moving with everybody else", "Surviving a July 1 move"],
    bodies: [
      "When many leases turn over on one day, a buffer of a day helps. Ask whether you can bring boxes earlier, and agree in writing who cleans what.",
      "If your old place ends the day the new one begins, ask both sides for a few hours. Many say yes when asked a week before.",
    ],
  },
  {
    name: "July",
    titles: ["Heat in July: questions about cooling", "Is an air conditioner allowed in your unit?"],
    bodies: [
      "Before you buy a window unit, read your lease and ask in writing: how it has to be fastened, and who pays the power. At a viewing, visit the top floor in the afternoon.",
      "A viewing on a hot afternoon shows which rooms stay bearable. Ask which way the windows face and what cooling is allowed.",
    ],
  },
  {
    name: "August",
    titles: ["August: students and everybody else look at once", "Looking before September"],
    bodies: [
      "Before the school year many people look at the same time. Decide beforehand what you can pay and where, so that you can say yes after a viewing and no to pressure.",
      "Bring your papers to viewings in August, and a limit that you do not cross. A quick yes is fine; a quick transfer to a stranger is not.",
    ],
  },
  {
    name: "September",
    titles: ["After the September rush", "Missed September 1? Look again now"],
    bodies: [
      "What is left in September can be talked about: the start date, the furniture that stays, a repair before you move in. Ask, and have it written into the lease.",
      "With fewer people at viewings there is time for questions. Ask why the unit is still free; the answer is worth having.",
    ],
  },
  {
    name: "October",
    titles: ["Before the cold: an October check of your home", "Windows, radiators, detectors: October is the time"],
    bodies: [
      "Test the smoke and carbon monoxide alarms, open every radiator, and look at the seals of the windows. Send one message with all that needs repair, and keep a copy.",
      "Ask now for what has to be repaired before winter, in writing and with photos. It is easier to fix a window in October.",
    ],
  },
  {
    name: "November",
    titles: ["A move in November: rain, dark, and quiet streets", "Why look in November?"],
    bodies: [
      "See a home after dark once: the way from the stop, the light at the door, the noise from next door. November makes that easy at five o'clock.",
      "Short days show what evenings are like. Go to one viewing after work, and walk to the closest stop and back.",
    ],
  },
  {
    name: "December",
    titles: ["December: what to arrange before the holidays", "Moving at the turn of the year"],
    bodies: [
      "Offices close over the holidays. Get keys, elevator and insurance settled before, and agree on how to reach the landlord when something breaks.",
      "For a move around New Year, ask early who hands over the keys and on which day, and have it in writing.",
    ],
  },
];
const ASKS = [
  "What would you add from your own move?",
  "What did you forget, and what did it cost you?",
  "What is the best advice you were given?",
];

const ofMonth = ({ name, titles, bodies }: Season, month: number): ThreadKind => ({
  name: `season.${name.toLowerCase()}`,
  needs: "nothing",
  restDays: REST_DAYS.standing,
  write: ({ day }) =>
    Number(day.slice(5, 7)) === month
      ? wordings(
          titles.map((title) => `${title} (${day.slice(0, 4)})`),
          bodies,
          ASKS,
          signedPlain(),
        )
      : [],
});

/** Advice for the month it is. */
export const SEASON_KINDS: readonly ThreadKind[] = SEASONS.map((season, index) => ofMonth(season, index + 1));
