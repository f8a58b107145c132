import { describe, expect, it } from "vitest";
import { tokenSigner } from "../../../worker/platform/tokens.ts";

describe("a mailed token", () => {
  const signer = tokenSigner("secret");
  it("opens one door of one listing until its version is raised, in any case of letters, and fits a mail address", async () => {
    const token = await signer.mint("delete", 42, 1);
    expect(token).toMatch(/^42-[a-z2-7]{32}$/);
    expect(token.length).toBeLessThanOrEqual(56);
    expect(signer.idOf(token)).toBe(42);
    expect(await signer.verify(token.toUpperCase(), "delete", 42, 1)).toBe(true);
    for (const [purpose, id, version] of [
      ["manage", 42, 1],
      ["delete", 43, 1],
      ["delete", 42, 2],
    ] as const)
      expect(await signer.verify(token, purpose, id, version)).toBe(false);
    expect(await tokenSigner("other").verify(token, "delete", 42, 1)).toBe(false);
  });
  it("that is junk names nothing", () => {
    for (const junk of [
      "",
      "42",
      "42-",
      "-1-aaaa",
      "042-" + "a".repeat(32),
      "42-" + "1".repeat(32),
      "1e3-" + "a".repeat(32),
    ])
      expect(signer.idOf(junk), junk).toBeNull();
  });
  it("cannot be made without a secret", async () => {
    await expect(tokenSigner(undefined).mint("delete", 1, 1)).rejects.toMatchObject({ code: "session.not_configured" });
  });
});
