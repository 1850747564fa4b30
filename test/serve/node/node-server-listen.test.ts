import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import { explainListenError, startServer } from "../../../build/serve/node/node-server.ts";
import { requestRaw } from "../raw-request.ts";

const folder = tmpdir();
const start = (port: number, host = "127.0.0.1") => startServer({ folder, host, port });

async function findMessage(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperationalError);
  return (error as Error).message;
}

it("takes any free port for 0, and frees it when it closes", async () => {
  const first = await start(0);
  const port = Number(new URL(first.url).port);
  expect(port).toBeGreaterThan(0);
  expect(await findMessage(start(port))).toBe(
    `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or take any free port with --port 0.`,
  );
  await first.close();
  const second = await start(port);
  expect(second.url).toBe(first.url);
  await second.close();
});

it("closes although a client keeps its connection", async () => {
  const server = await start(0);
  const response = await fetch(`${server.url}/api/nope`);
  expect(response.status).toBe(503);
  await server.close();
  await expect(requestRaw(server.url, "/api")).rejects.toThrow("ECONNREFUSED");
});

it("says that an address is not one of this machine", async () => {
  expect(await findMessage(start(0, "203.0.113.7"))).toBe(
    "203.0.113.7 is not an address of this machine: name one with --host, for example 127.0.0.1.",
  );
});

it("says that a name is unknown or a low port needs more rights, and leaves alone what it does not know", () => {
  const refuse = (code: string) => explainListenError(Object.assign(new Error("listen"), { code }), "127.0.0.1", 80);
  expect(refuse("EACCES").message).toBe("Port 80 on 127.0.0.1 needs more rights: take a port above 1023 with --port.");
  for (const code of ["ENOTFOUND", "EAI_AGAIN"]) {
    expect(refuse(code)).toBeInstanceOf(OperationalError);
    expect(refuse(code).message).toMatch(/^127\.0\.0\.1 is not an address of this machine: /);
  }
  expect(refuse("EMFILE")).not.toBeInstanceOf(OperationalError);
});
