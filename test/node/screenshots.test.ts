import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replaceFolders, within } from "../screenshots/new-folders.ts";

describe("new pictures", () => {
  let checkout = "";
  let scratch = "";
  const pictures = () => join(checkout, "pictures");
  const others = () => join(checkout, "others");
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), "below-market-pictures-"));
    scratch = join(checkout, ".cache/pictures");
    mkdirSync(pictures());
    writeFileSync(join(pictures(), "home.webp"), "former");
    writeFileSync(join(pictures(), "a screen that is gone.webp"), "former");
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  const expectFormer = () => {
    expect(readdirSync(checkout).filter((name) => name !== ".cache")).toEqual(["pictures"]);
    expect(readdirSync(pictures())).toEqual(["a screen that is gone.webp", "home.webp"]);
    expect(readFileSync(join(pictures(), "home.webp"), "utf8")).toBe("former");
  };
  const take = (fresh: readonly string[]) => {
    for (const folder of fresh) writeFileSync(join(folder, "home.webp"), "new");
  };

  it("replace the previous ones once all have been taken", async () => {
    await replaceFolders([pictures(), others()], scratch, async (fresh) => take(fresh));
    for (const folder of [pictures(), others()]) {
      expect(readdirSync(folder)).toEqual(["home.webp"]);
      expect(readFileSync(join(folder, "home.webp"), "utf8")).toBe("new");
    }
    expect(existsSync(scratch)).toBe(false);
  });

  it("do not touch the previous ones while they are being taken, so an interrupted run changes nothing", async () => {
    const replaced = replaceFolders([pictures(), others()], scratch, async (fresh) => {
      take(fresh);
      expectFormer();
    });
    await expect(replaced).resolves.toBeUndefined();
  });

  it("do not touch the previous ones when one cannot be taken", async () => {
    const failing = replaceFolders([pictures(), others()], scratch, async (fresh) => {
      take(fresh);
      throw new Error("The page shows nothing.");
    });
    await expect(failing).rejects.toThrow("The page shows nothing.");
    expectFormer();
    expect(existsSync(scratch)).toBe(false);
  });

  it("do not touch the previous ones when one of the folders cannot be replaced", async () => {
    const failing = replaceFolders([pictures(), join(checkout, "nowhere/others")], scratch, async (fresh) =>
      take(fresh),
    );
    await expect(failing).rejects.toThrow("ENOENT");
    expectFormer();
  });

  it("stop with the name of the step that never ends", async () => {
    const never = new Promise<never>(() => undefined);
    await expect(within("mail-1.webp", 1, never)).rejects.toThrow("mail-1.webp took longer than 0.001 s.");
    await expect(within("mail-1.webp", 60_000, Promise.resolve("taken"))).resolves.toBe("taken");
  });
});
