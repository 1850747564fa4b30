import { OperationalError } from "../../lib/operational-error.ts";

/** Why a server cannot listen, in one sentence with what to do; an error that nobody foresaw stays as it is. */
export function explainListenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const where = `Port ${port} on ${host}`;
  switch (cause.code) {
    case "EADDRINUSE":
      return new OperationalError(
        `${where} is in use: stop the program that holds it, or take any free port with --port 0.`,
      );
    case "EACCES":
      return new OperationalError(`${where} needs more rights: take a port above 1023 with --port.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
    case "EINVAL":
      return new OperationalError(
        `${host} is not an address of this machine: name one with --host, for example 127.0.0.1.`,
      );
    default:
      return cause;
  }
}
