/**
 * The server in its own process, with its own limit of open files: `start-server.ts <folder> <port>
 * <limits as JSON>`.
 */
import { startServer } from "../../../build/crypto/serve/server.ts";

const [, , folder = "", port = "0", limits = "{}"] = process.argv;
await startServer({ folder, host: "127.0.0.1", port: Number(port), limits: JSON.parse(limits) });
