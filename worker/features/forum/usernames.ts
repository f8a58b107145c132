/** Words of the names that people post under: friendly ones, with Toronto in them. */
const ADJECTIVES = `
  Amber Bold Breezy Bright Brisk Bubbly Calm Candid Cheerful Clever Cosy Crafty Curious Dapper Daring Dazzling Eager
  Earnest Easygoing Fancy Fearless Festive Friendly Frosty Gentle Genuine Gleeful Golden Graceful Happy Hardy Helpful
  Honest Humble Jolly Joyful Keen Kind Lively Loyal Lucky Mellow Merry Mighty Mindful Modest Neat Nimble Noble Patient
  Peaceful Playful Plucky Polite Proud Quick Quiet Radiant Rosy Ruby Scarlet Serene Silver Snowy Snug Spirited Steady
  Sunny Swift Thoughtful Tidy Trusty Upbeat Warm Wandering Whimsical Wise Witty Zesty`;
const NOUNS = `
  Annex Atrium Balcony Beaches Bicycle Bloor Boardwalk Bookshop Bungalow Butterfly Cardinal Chickadee Chipmunk Cloud
  Commuter Condo Corktown Cottage Courtyard Danforth Don Doorstep Dumpling Falcon Ferry Firefly Fireplace Garden Goose
  Greenway Harbour Heron Highpark Hummingbird Island Junction Kayak Kensington Lakeshore Lamplight Lantern Leslieville
  Library Lighthouse Loft Magnolia Maple Market Moose Northstar Oak Otter Parkdale Pavilion Picnic Pigeon Pine Porch
  Queenwest Rabbit Raccoon Ravine Riverdale Robin Rooftop Rosedale Rouge Scarborough Skyline Sparrow Squirrel Stoop
  Streetcar Subway Sunrise Swan Terrace Toque Tower Tram Tulip Verandah Village Walkup Waterfront Willow Windowsill`;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const NAMES = { adjectives: words(ADJECTIVES), nouns: words(NOUNS) } as const;

/** More than six thousand pairs; with the number, sixty million names. */
const NUMBERS = 9_999;

/**
 * A name such as "CosyRaccoon412". Two calls may give the same one.
 * @param random 0 ≤ n < 1, as `deps.random`
 */
export function inventUsername(random: () => number): string {
  const one = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? "";
  return `${one(NAMES.adjectives)}${one(NAMES.nouns)}${1 + Math.floor(random() * NUMBERS)}`;
}

/** How many words of each kind there are. */
export const USERNAME_WORDS = { adjectives: NAMES.adjectives.length, nouns: NAMES.nouns.length } as const;
