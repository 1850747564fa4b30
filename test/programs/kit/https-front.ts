import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { cleanUpLater, makeTempFolder } from "../../cleanup.ts";

/** What Node's `https.request` needs to reach a local server. */
export interface HttpsFront {
  host: string;
  port: number;
  /** The certificate, which signs itself. */
  ca: string;
}

const ADDRESS = "127.0.0.1";

/** An HTTPS server before an HTTP server. Passes redirects on. */
export async function openHttps(url: string): Promise<HttpsFront> {
  const { key, cert } = await createCertificate();
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url: path = "/", headers } = incoming;
    const passed = request(url + path, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on("error", (error) => outgoing.writeHead(502).end(String(error)));
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, ADDRESS, resolve));
  cleanUpLater(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: ADDRESS, port: (server.address() as AddressInfo).port, ca: cert };
}

async function createCertificate(): Promise<{ key: string; cert: string }> {
  const folder = makeTempFolder();
  const keyFile = join(folder, "key.pem");
  const certFile = join(folder, "cert.pem");
  const kind = "req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1".split(" ");
  const names = ["-subj", "/CN=localhost", "-addext", `subjectAltName=IP:${ADDRESS}`];
  await promisify(execFile)("openssl", [...kind, ...names, "-keyout", keyFile, "-out", certFile]);
  return { key: await readFile(keyFile, "utf8"), cert: await readFile(certFile, "utf8") };
}
