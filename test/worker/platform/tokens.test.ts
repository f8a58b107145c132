import { describe, expect, it } from "vitest";
import { tokenSigner } from "../../../worker/platform/tokens.ts";

describe("an emailed token", () => {
  const signer = tokenSigner("secret");
  it("is valid for one purpose and listing until its version is raised, in any letter case, and fits an email address", async () => {
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
  it("that is malformed is rejected", () => {
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

describe("a token with the address that it was emailed to", () => {
  const signer = tokenSigner("secret");
  const mail = { id: 42, version: 1, email: "Ana@example.com" };

  it("is valid like a plain one, and proves that it was emailed", async () => {
    const token = await signer.mintFor("manage", mail);
    expect(token).toMatch(/^42-[a-z2-7]{40}$/);
    expect(token).not.toBe(await signer.mintFor("manage", { ...mail, email: "bob@example.com" }));
    const longest = await signer.mintFor("manage", { ...mail, id: 999_999_999_999_999 });
    expect(longest).toHaveLength(56);
    expect(signer.idOf(longest)).toBe(999_999_999_999_999);
    expect(await signer.verify(token.toUpperCase(), "manage", 42, 1)).toBe(true);
    expect(await signer.wasMailedTo(token.toUpperCase(), "manage", 42, "ana@EXAMPLE.com")).toBe(true);
    expect(await signer.wasMailedTo(token, "manage", 42, "bob@example.com")).toBe(false);
    for (const [purpose, id, version] of [
      ["delete", 42, 1],
      ["manage", 43, 1],
      ["manage", 42, 2],
    ] as const)
      expect(await signer.verify(token, purpose, id, version)).toBe(false);
  });

  it("is invalid for another address, and a plain token has no address", async () => {
    const [hers, his] = await Promise.all(
      ["ana@example.com", "bob@example.com"].map((email) => signer.mintFor("manage", { ...mail, email })),
    );
    const forged = `${(his ?? "").slice(0, 11)}${(hers ?? "").slice(11)}`;
    expect(await signer.verify(forged, "manage", 42, 1)).toBe(false);
    const plain = await signer.mint("manage", 42, 1);
    expect(
      await signer.verify(`${plain.slice(0, 3)}${(hers ?? "").slice(3, 11)}${plain.slice(3)}`, "manage", 42, 1),
    ).toBe(false);
    expect(await signer.wasMailedTo(plain, "manage", 42, "ana@example.com")).toBe(false);
  });
});
