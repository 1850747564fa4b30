import { expect, it } from "vitest";
import { keepAlive } from "../../../../build/app/cli/steps/closing-steps.ts";
import { createGithub, type Github } from "../../../../build/kit/publish/github.ts";
import { createRepository, startGithubServer } from "../github-server.ts";

it("keeps the workflows alive that are on, and leaves off what a person switched off", async () => {
  const server = await startGithubServer();
  const repository = createRepository();
  repository.workflows = [
    { id: 1, name: "publish", state: "active" },
    { id: 2, name: "health", state: "disabled_inactivity" },
    { id: 3, name: "contract", state: "disabled_manually" },
  ];
  server.repositories.set("ada/prices", repository);
  const github = createGithub({ apiUrl: server.url, token: server.token, userAgent: "test" });
  expect(await keepAlive(github, "ada/prices")).toEqual(["publish", "health"]);
  expect(repository.enabled).toEqual([1, 2]);
});

it("tries the other workflows where one cannot be enabled, and then fails", async () => {
  const tried: string[] = [];
  const github = {
    async request(method: string, path: string) {
      const workflows = [1, 2].map((id) => ({ id, name: `${id}`, state: "active" }));
      if (method === "GET") return { workflows };
      tried.push(path);
      throw new Error("403");
    },
  } as unknown as Github;
  await expect(keepAlive(github, "ada/prices")).rejects.toThrow("403");
  expect(tried).toHaveLength(2);
});
