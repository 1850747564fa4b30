import { expect, it } from "vitest";
import { createAnswerCache, type WireAnswer } from "../../../build/serve/handler/answer-cache.ts";

const answer = (status = 200, bytes = 1): WireAnswer => ({ status, headers: [], body: Buffer.alloc(bytes) });

/** A cache in moments that the test begins, and how often it asked for each key. */
function watch(make: (key: string) => WireAnswer | Promise<WireAnswer> = () => answer()) {
  const made: string[] = [];
  const clock = { moment: 1 };
  const find = createAnswerCache(() => clock.moment);
  const ask = (key: string) =>
    find(key, async () => {
      made.push(key);
      return make(key);
    });
  return { made, clock, ask };
}

it("makes an answer once in a moment, and gives it without a wait then", async () => {
  const { made, ask } = watch();
  const first = await ask("a");
  expect(ask("a")).toBe(first);
  await ask("b");
  expect(made).toEqual(["a", "b"]);
});

it("makes it anew in the next moment", async () => {
  const { made, clock, ask } = watch();
  await ask("a");
  clock.moment += 1;
  await ask("a");
  expect(made).toEqual(["a", "a"]);
});

it.each(["before anyone asks again", "after somebody asked again"])(
  "does not keep what was begun in one moment and ended in another, %s",
  async (order) => {
    let finish = (_: WireAnswer): void => {};
    const old = answer(404);
    const { clock, ask } = watch((key) =>
      key === "slow"
        ? new Promise<WireAnswer>((resolve) => {
            finish = resolve;
          })
        : answer(),
    );
    const slow = ask("slow");
    clock.moment += 1;
    if (order.startsWith("after")) await ask("other");
    finish(old);
    expect(await slow).toBe(old);
    const again = ask("slow");
    finish(answer());
    expect((await again).status).toBe(200);
  },
);

it("keeps no failure of the server's own, nothing very large and no endless question", async () => {
  const { made, ask } = watch((key) => (key === "failed" ? answer(503) : answer(200, 2 * 1024 * 1024)));
  for (const key of ["failed", "large", "x".repeat(5_000)]) {
    made.length = 0;
    await ask(key);
    await ask(key);
    expect(made).toEqual([key, key]);
  }
});

it("an error of the maker reaches whoever asked, and the next one asks anew", async () => {
  let fails = true;
  const { ask } = watch(() => {
    if (fails) throw new Error("no disk");
    return answer();
  });
  await expect(ask("a")).rejects.toThrow("no disk");
  fails = false;
  expect((await ask("a")).status).toBe(200);
});

it.each([
  [10_000, 1],
  [100, 1024 * 1024],
])("forgets before %i answers of %i bytes are too many", async (count, bytes) => {
  const { made, ask } = watch(() => answer(200, bytes));
  for (let at = 0; at < count; at += 1) await ask(`${at}`);
  made.length = 0;
  await ask("0");
  await ask(`${count - 1}`);
  expect(made).toEqual(["0"]);
});
