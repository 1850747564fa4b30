import { createHash } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join } from "node:path";

/**
 * The calls of the AWS client that an upload makes, over a folder: `objects/`, their headers in
 * `headers.json`, one line per change in `calls.log`. `FAKE_AWS_PUTS`: an upload fails when the log
 * has so many lines. Types are guessed as the real client does: for a compressed file, that of the
 * content.
 */
const GUESSES = {
  ".json": "application/json",
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".xml": "application/xml",
  ".csv": "text/csv",
  ".gz": "text/csv",
};
const root = process.env["FAKE_AWS_ROOT"];
const [service, command, ...args] = process.argv.slice(2);
const optionOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const objects = join(root, "objects");
const headersFile = join(root, "headers.json");
const headers = existsSync(headersFile) ? JSON.parse(readFileSync(headersFile, "utf8")) : {};
const log = join(root, "calls.log");
const limit = Number(process.env["FAKE_AWS_PUTS"] ?? Number.POSITIVE_INFINITY);
let calls = existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0;

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(folder, path)).isFile());

function put(file, key) {
  if (calls === limit) throw new Error(`upload failed: ${key}`);
  calls += 1;
  mkdirSync(dirname(join(objects, key)), { recursive: true });
  copyFileSync(file, join(objects, key));
  const type = optionOf("--content-type") ?? GUESSES[extname(key)] ?? "binary/octet-stream";
  headers[key] = { "content-type": type, "cache-control": optionOf("--cache-control") };
  appendFileSync(log, `PUT ${key}\n`);
}

mkdirSync(objects, { recursive: true });
const call = `${service} ${command}`;
if (call === "s3api list-objects-v2") {
  const hash = (key) =>
    createHash("md5")
      .update(readFileSync(join(objects, key)))
      .digest("hex");
  const rows = listFiles(objects).map((key) => [key, `"${hash(key)}"`]);
  console.log(JSON.stringify(rows.length === 0 ? null : rows));
} else if (call === "s3 cp" && args.includes("--recursive")) {
  const [folder] = args;
  try {
    for (const path of listFiles(folder)) put(join(folder, path), path);
  } finally {
    writeFileSync(headersFile, JSON.stringify(headers));
  }
} else if (call === "s3api delete-objects") {
  const list = JSON.parse(readFileSync(optionOf("--delete").replace("file://", ""), "utf8"));
  for (const { Key: key } of list.Objects) {
    rmSync(join(objects, key));
    appendFileSync(log, `DELETE ${key}\n`);
  }
} else {
  throw new Error(`unknown call: ${process.argv.slice(2).join(" ")}`);
}
