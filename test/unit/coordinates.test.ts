import { describe, expect, it } from "vitest";
import { coordinatesText, parseCoordinates } from "../../src/features/listings/admin/coordinates-text.ts";

describe("pasted coordinates", () => {
  it.each([
    "43.65, -79.38",
    "43.65,-79.38",
    " 43.65 -79.38 ",
    "43.65\t-79.38",
    "43.65; -79.38",
    "(43.65, -79.38)",
    "43.65°, -79.38°",
    "43.650000, -79.380000",
  ])("are parsed from %j", (text) => {
    expect(parseCoordinates(text)).toEqual({ latitude: 43.65, longitude: -79.38 });
  });

  it.each(["", "43.65", "43.65,", "85 Main St", "43.65, -79.38, 12", "43,65, -79,38", "43.65N 79.38W", "1e2, 3"])(
    "are not guessed from %j",
    (text) => {
      expect(parseCoordinates(text)).toBeNull();
    },
  );

  it("can be parsed after formatting", () => {
    const place = { latitude: 43.6532, longitude: -79.3832 };
    expect(coordinatesText(place)).toBe("43.65320, -79.38320");
    expect(parseCoordinates(coordinatesText(place))).toEqual(place);
  });
});
