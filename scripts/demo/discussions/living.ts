import type { DemoDiscussion } from "./discussion.ts";

/** Discussions about living in a rented home. */
export const LIVING: readonly DemoDiscussion[] = [
  {
    title: "Basement apartments: what should I look at?",
    text: "I am seeing three basements this week. What do people regret not having checked?",
    by: 13,
    daysAgo: 10,
    votes: 8,
    replies: [
      {
        by: 4,
        after: 3,
        votes: 8,
        text: "Two ways out, a window that is large enough to climb through, and working smoke and CO alarms. Then the ceiling height, especially in the shower.",
        replies: [
          {
            by: 13,
            after: 1,
            text: "How do I tell whether it is a legal second suite?",
            replies: [
              {
                by: 1,
                after: 8,
                votes: 4,
                text: "Ask for the building permit, or ask the city by phone with the address. You are a tenant with all rights even if it is not, but the city can order the unit closed.",
              },
            ],
          },
        ],
      },
      {
        by: 11,
        after: 14,
        votes: 5,
        text: "Smell. If it smells of an air freshener in November, ask why. And look for a floor drain and water marks behind the washer.",
      },
    ],
  },
  {
    title: "What do you pay for utilities?",
    text: "The ad says 'plus utilities'. It is a one bedroom of about 600 square feet with electric heat. What should I add to the rent?",
    by: 7,
    daysAgo: 14,
    votes: 5,
    replies: [
      {
        by: 3,
        after: 4,
        votes: 4,
        text: "Ask for the last winter's bills, that is the only honest number. With electric heat mine was about $45 in June and close to $150 in January.",
        replies: [
          {
            by: 7,
            after: 2,
            votes: 1,
            text: "They sent the bills. January was $138, so thank you.",
          },
        ],
      },
      {
        by: 9,
        after: 22,
        votes: 2,
        text: "Look for who sends the bill. A submetering company adds its own fee each month.",
      },
    ],
  },
  {
    title: "Which buildings have laundry that works?",
    text: "My machines are out of order every second week. Does anybody have a building where the laundry is simply no topic?",
    by: 2,
    daysAgo: 19,
    votes: 3,
    replies: [
      {
        by: 5,
        after: 7,
        votes: 3,
        text: "Go down and look on a Sunday afternoon before you sign. If there is a queue and a handwritten note, you know.",
        replies: [
          {
            by: 2,
            after: 3,
            votes: 2,
            text: "A handwritten note is a good test for a whole building, come to think of it.",
          },
        ],
      },
      {
        by: 0,
        after: 31,
        text: "Ours takes a card and shows in an app which machine is free. I did not know that I would care about that so much.",
      },
    ],
  },
  {
    title: "Tenant insurance: worth it for a room?",
    text: "I rent a room in a shared flat and own a laptop, a bicycle and too many books. Is there a point?",
    by: 6,
    daysAgo: 24,
    votes: 4,
    replies: [
      {
        by: 12,
        after: 5,
        votes: 5,
        text: "The point is liability rather than the laptop. If your pot floods the flat below, the bill is yours. Mine costs less than two coffees a week.",
        replies: [
          {
            by: 6,
            after: 9,
            votes: 1,
            text: "That settles it. Did you name your roommates in the policy?",
            replies: [
              {
                by: 12,
                after: 2,
                votes: 2,
                text: "No, each of us has one. A shared policy means a shared claims history.",
              },
            ],
          },
        ],
      },
    ],
  },
  {
    title: "Moving day in a tower: what I wish I had known",
    text: "I had the truck and the friends, but no elevator. What else does one have to book?",
    by: 4,
    daysAgo: 3,
    votes: 6,
    replies: [
      {
        by: 10,
        after: 2,
        votes: 4,
        text: "The service elevator, often two weeks ahead and with a deposit. The last day of the month goes first.",
        replies: [
          {
            by: 8,
            after: 4,
            votes: 2,
            text: "Move on the second or third of the month if both landlords agree. Trucks cost less as well.",
          },
        ],
      },
      {
        by: 11,
        after: 11,
        votes: 1,
        text: "A parking spot for the truck. And take photos of every wall before the first box is inside.",
      },
    ],
  },
];
