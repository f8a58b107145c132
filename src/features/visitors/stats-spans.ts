// The cards of the dashboard stand in a grid of one column, of two, and of six on a wide screen.
export const CARD_GRID = "grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-6";
export const THIRD = "lg:col-span-2";
export const TWO_THIRDS = "md:col-span-2 lg:col-span-4";
export const HALF = "lg:col-span-3";
export const WIDE_HALF = "md:col-span-2 lg:col-span-3";
export const WHOLE = "md:col-span-2 lg:col-span-6";

export const TILE_GRID = "grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-6";
export const FIRST_TILE = "sm:col-span-2";
