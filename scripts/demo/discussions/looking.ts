import type { DemoDiscussion } from "./discussion.ts";

/** Discussions about finding a home. */
export const LOOKING: readonly DemoDiscussion[] = [
  {
    title: "Read this first: how to spot a rental scam",
    text: "A list to check an ad against, wherever you found it. Add what is missing.\n\nThe price is far below everything around. The owner is out of the country. You are to pay before you have been inside. Payment is by wire, gift card or crypto. The keys come by mail. The photos are of another building.",
    by: 1,
    daysAgo: 29,
    votes: 12,
    isSticky: true,
    replies: [
      {
        by: 4,
        after: 5,
        votes: 8,
        text: "Search for the photos. If the same living room is in two cities, you have your answer.",
        replies: [
          {
            by: 8,
            after: 7,
            votes: 3,
            text: "This also works with the first sentence of the text, in quotation marks.",
          },
        ],
      },
      {
        by: 12,
        after: 30,
        votes: 6,
        text: "Never send your SIN, and no copy of your passport before a viewing. A name, an employer and references are enough at that stage.",
        replies: [
          {
            by: 10,
            after: 12,
            votes: 2,
            text: "If you did pay already: call the bank at once, then the police and the Canadian Anti-Fraud Centre.",
          },
        ],
      },
      {
        by: 13,
        after: 200,
        votes: 4,
        text: "Every listing here has a Report button. Reports from different people take an ad down faster than one.",
      },
    ],
  },
  {
    title: "What do you bring to a viewing?",
    text: "I lost two places to people who had everything with them. What is in your folder?",
    by: 3,
    daysAgo: 9,
    votes: 6,
    replies: [
      {
        by: 6,
        after: 3,
        votes: 6,
        text: "Letter of employment, two pay stubs, credit report that I pulled myself, and the phone number of my present landlord. All as one PDF on the phone.",
        replies: [
          {
            by: 3,
            after: 2,
            text: "A credit report that you pulled yourself is accepted?",
            replies: [
              {
                by: 6,
                after: 1,
                votes: 2,
                text: "By most small landlords. It is free, and you don't hand out your SIN.",
              },
            ],
          },
        ],
      },
      {
        by: 11,
        after: 8,
        votes: 3,
        text: "A tape measure and a phone charger. Half of the outlets in my current place don't work.",
      },
    ],
  },
  {
    title: "New in Canada with no credit history: what worked for you?",
    text: "I start a job downtown in January. Every application form asks for a Canadian credit score. Who found a place without one, and how?",
    by: 10,
    daysAgo: 13,
    votes: 9,
    replies: [
      {
        by: 0,
        after: 4,
        votes: 7,
        text: "I offered the job contract, bank statements and a reference from my landlord abroad, in English. The third landlord said yes. Private owners were easier than companies.",
        replies: [
          {
            by: 13,
            after: 10,
            votes: 2,
            text: "Same here. A room for the first four months gave me a Canadian reference, and the next search took a week.",
          },
        ],
      },
      {
        by: 7,
        after: 15,
        votes: 4,
        text: "Some landlords ask newcomers for six months up front. They may not demand more than one month's rent as deposit. A guarantor is the usual way.",
      },
    ],
  },
  {
    title: "Studio downtown or one bedroom at the end of the line?",
    text: "For the same rent I can have 350 square feet near King station or a real bedroom near Kipling. I work downtown three days a week. What would you choose again?",
    by: 8,
    daysAgo: 5,
    votes: 7,
    replies: [
      {
        by: 9,
        after: 2,
        votes: 5,
        text: "One bedroom at Kipling. You get on at the first stop, so you sit the whole way and read.",
        replies: [
          {
            by: 12,
            after: 3,
            votes: 2,
            text: "Until the line closes for a weekend. Look at the map of planned closures before you sign.",
          },
          { by: 8, after: 9, text: "Three days a week is not much. I'm leaning towards the door that I can close." },
        ],
      },
      {
        by: 5,
        after: 6,
        votes: 4,
        text: "Studio. What I save in time I spend with people. But I would want a window that opens properly and a laundry room in the building.",
      },
    ],
  },
  {
    title: "How fast do below-market places go?",
    text: "I wrote two days after an ad appeared and it was gone. How much time do you give yourselves?",
    by: 12,
    daysAgo: 8,
    votes: 4,
    replies: [
      {
        by: 2,
        after: 5,
        votes: 3,
        text: "I call the same morning. A phone call gets a viewing, an email gets lost in fifty others.",
        replies: [
          {
            by: 6,
            after: 20,
            votes: 1,
            text: "And have your documents ready before you call. See the other discussion about viewings.",
          },
        ],
      },
    ],
  },
];
