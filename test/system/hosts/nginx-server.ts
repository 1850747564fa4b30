import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ChildServer, type Command, startChild } from "./child-server.ts";
import { connectHttp, type HostServer } from "./host-server.ts";
import { findProgram } from "./tools.ts";

/** The real server with the published configuration; port and folder are changed. */
export const nginxServer: HostServer = {
  name: "nginx",
  async start(folder) {
    const { url, stop } = await startNginx(folder);
    return connectHttp(url, stop);
  },
};

export function startNginx(folder: string): Promise<ChildServer> {
  return startChild((port, scratch) => prepareNginx(folder, port, scratch));
}

/** The command that serves a folder. Writes its settings into `scratch`. */
export async function prepareNginx(folder: string, port: number, scratch: string): Promise<Command> {
  const published = await readFile(join(folder, "nginx-site.conf"), "utf8");
  const site = published.replace("listen 8080;", `listen 127.0.0.1:${port};`).replaceAll("/srv/crypto", folder);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `  ${kind}_temp_path ${scratch};`,
  );
  const config = [
    // As root, nginx would run its workers as a user who cannot read the folder.
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "daemon off;",
    "worker_processes 2;",
    `pid ${join(scratch, "pid")};`,
    "error_log stderr error;",
    "events { worker_connections 512; }",
    "http {",
    "  access_log off;",
    "  keepalive_requests 1000000;",
    ...temporary,
    "  types { text/html html; text/javascript js; text/css css; image/svg+xml svg; text/plain txt; text/xml xml; }",
    site,
    "}",
  ];
  const file = join(scratch, "main.conf");
  await writeFile(file, config.join("\n"));
  const program = await findProgram("nginx");
  return { program: program ?? "nginx", args: ["-p", scratch, "-e", "stderr", "-c", file] };
}
