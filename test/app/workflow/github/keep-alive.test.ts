import { expect, it } from "vitest";
import { keepAlive } from "../../../../build/app/cli/steps/closing-steps.ts";
import { createGithub } from "../../../../build/kit/publish/github.ts";
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
