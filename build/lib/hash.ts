import { hash } from "node:crypto";

/** SHA-256 in lower-case hexadecimal; texts as UTF-8. */
export function computeSha256(body: string | Uint8Array): string {
  return hash("sha256", body, "hex");
}
