import type { DemoDiscussion } from "./discussion.ts";

/** Discussions about what a landlord may ask for. */
export const LAW: readonly DemoDiscussion[] = [
  {
    title: "What can a landlord ask for before I move in?",
    text: "The ad wants first month, last month, a $500 damage deposit and a key deposit. I have only rented in Montréal before. Which of these are legal in Ontario?",
    by: 0,
    daysAgo: 6,
    votes: 7,
    replies: [
      {
        by: 1,
        after: 2,
        votes: 9,
        text: "First month is just rent. A rent deposit of at most one month is legal, and it can only be used for your last month. A damage deposit is not allowed at all.",
        replies: [
          {
            by: 0,
            after: 1,
            votes: 2,
            text: "Thanks. Should I point that out, or look for another place?",
            replies: [
              {
                by: 2,
                after: 3,
                votes: 5,
                text: "Point to the standard lease. Landlords have to use it for most homes, and the rules about deposits are printed in it. Some people simply don't know.",
              },
              {
                by: 3,
                after: 20,
                votes: 1,
                text: "I asked politely and they dropped it the same day. How they react tells you something about the next few years.",
              },
            ],
          },
          { by: 4, after: 9, text: "And they owe you interest on the last month's rent every year. Ask for it." },
        ],
      },
      {
        by: 5,
        after: 5,
        votes: 3,
        text: "A key deposit is fine if you get it back and it is no more than the key costs to replace.",
      },
    ],
  },
  {
    title: "Is this unit under rent control?",
    text: "The building opened in 2019. The agent says the rent is 'stable'. Does the yearly guideline apply to it?",
    by: 6,
    daysAgo: 11,
    votes: 6,
    replies: [
      {
        by: 2,
        after: 4,
        votes: 8,
        text: "Probably not. A home that was first lived in after 15 November 2018 is exempt from the guideline. The rent can still go up only once in 12 months and with 90 days' written notice, but by any amount.",
        replies: [
          {
            by: 6,
            after: 2,
            votes: 1,
            text: "So 'stable' means nothing unless it is written down.",
            replies: [
              {
                by: 7,
                after: 6,
                votes: 3,
                text: "Right. You can ask for a clause in the lease that limits increases. I did, and they agreed to one for three years.",
              },
            ],
          },
        ],
      },
      {
        by: 8,
        after: 30,
        votes: 2,
        text: "Each listing here says what is known of rent control and how sure that is. A new basement unit in an old house can be exempt as well, so ask when it was first rented.",
      },
    ],
  },
  {
    title: "I was handed an N12. What now?",
    text: "The owner says that her son will move in. We pay well below what the street asks now. What are the steps, and is there anything we should not sign?",
    by: 9,
    daysAgo: 17,
    votes: 11,
    replies: [
      {
        by: 1,
        after: 3,
        votes: 10,
        text: "An N12 is a notice, not an order. You do not have to leave until the Landlord and Tenant Board says so. It needs 60 days, ends with a rental period, and comes with one month's rent as compensation.",
        replies: [
          {
            by: 9,
            after: 2,
            text: "She also brought an N11 'to make it easier'.",
            replies: [
              {
                by: 4,
                after: 1,
                votes: 12,
                text: "Don't sign that. An N11 is an agreement to end the tenancy, and you give up the hearing.",
                replies: [
                  {
                    by: 9,
                    after: 5,
                    votes: 3,
                    text: "Glad I asked. I told her that we will wait for the hearing.",
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        by: 10,
        after: 26,
        votes: 4,
        text: "Call a community legal clinic, it is free. Mine read the notice in a day and found that the date was wrong.",
      },
    ],
  },
  {
    title: "How cold is too cold? Heat at 18 degrees in November",
    text: "Our thermometer says 18 in the mornings. The superintendent says that the boiler is old. What can we do besides wearing two sweaters?",
    by: 11,
    daysAgo: 4,
    votes: 8,
    replies: [
      {
        by: 12,
        after: 1,
        votes: 9,
        text: "Toronto's heating by-law asks for at least 21 degrees from 15 September to 1 June where the landlord provides the heat. Call 311 and they send somebody.",
        replies: [
          {
            by: 11,
            after: 6,
            votes: 1,
            text: "Do I need proof?",
            replies: [
              {
                by: 3,
                after: 2,
                votes: 4,
                text: "A photo of the thermometer each morning, with the date. And write to the landlord first, so that there is a record.",
              },
            ],
          },
        ],
      },
      {
        by: 13,
        after: 12,
        votes: 2,
        text: "You can look the building up in RentSafeTO. Its last score says a lot about how fast the heat comes back.",
      },
    ],
  },
  {
    title: "Does a 'no pets' clause count?",
    text: "The lease I was sent says no animals. I have a quiet, elderly cat. Do I have to choose?",
    by: 5,
    daysAgo: 21,
    votes: 5,
    replies: [
      {
        by: 2,
        after: 2,
        votes: 7,
        text: "In Ontario a 'no pets' clause in a residential lease is void. The exception that matters is a condo whose own rules forbid them.",
        replies: [
          {
            by: 7,
            after: 3,
            votes: 2,
            text: "True, but a landlord may choose somebody else before you sign. I say nothing of the cat until the lease is signed.",
            replies: [
              {
                by: 5,
                after: 4,
                text: "I would rather tell them and start well. I'll report back.",
                replies: [{ by: 5, after: 70, votes: 6, text: "Update: told them, sent a photo, got the unit." }],
              },
            ],
          },
        ],
      },
    ],
  },
];
