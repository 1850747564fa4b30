import { COMMON_HEADERS, PREFLIGHT_HEADERS } from "../api/response-headers.ts";
import { type Host, STORES_PAGE } from "./host.ts";

/** S3 refuses longer names of objects with an error of its own, which no page replaces. */
export const MAX_KEY_BYTES = 1_024;

export const NO_VERSIONS =
  "Leave versioning off: each build would leave its replaced files, which the store charges for.";

/** A bucket that readers read directly, or through any CDN. */
export const s3: Host = {
  id: "s3",
  name: "Amazon S3, Cloudflare R2, Backblaze B2 or MinIO",
  homepage: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/WebsiteHosting.html",
  level: "L0",
  anySpelling: false,
  ranges: true,
  unanswerable: "Files only. A missing file is an error of the store, in XML.",
  steps: [
    `Create a bucket for this site alone, which everyone may read. ${NO_VERSIONS} Backblaze keeps all versions by default: let it keep only the last one.`,
    "Let other sites read it: `aws s3api put-bucket-cors --bucket BUCKET --cors-configuration " +
      "file://dist/s3-cors.json`, with `--endpoint-url` of other stores. MinIO allows that by default.",
    "Create a key that may list the bucket, and read, write and delete its objects. Set it as `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.",
    "Upload what changed with `npm run publish -- --bucket BUCKET --region REGION`. Stores other than Amazon’s " +
      "need `--endpoint` too; with `--dry-run` it prints the requests and the monthly price.",
    "For the workflow, start the first run by hand with `without_site`: an empty bucket answers 403, which is also " +
      "the answer of a site that refuses readers.",
    "A store sends files uncompressed, and finds no page by the path of its folder. Put a CDN in front that " +
      "compresses, and let it add `index.html`; or use the website endpoint of S3, with `index.html` as index and " +
      "`404.html` as error document.",
  ],
  guide: STORES_PAGE,
  limits: {},
  hidesMissing: true,
  *controlFiles() {
    yield { path: "s3-cors.json", body: `${JSON.stringify(BUCKET_CORS, null, 2)}\n` };
  },
};

/** The argument of `put-bucket-cors`. */
const BUCKET_CORS = {
  CORSRules: [
    {
      AllowedOrigins: [PREFLIGHT_HEADERS["Access-Control-Allow-Origin"]],
      AllowedMethods: ["GET", "HEAD"],
      AllowedHeaders: [PREFLIGHT_HEADERS["Access-Control-Allow-Headers"]],
      ExposeHeaders: [COMMON_HEADERS["Access-Control-Expose-Headers"]],
      MaxAgeSeconds: Number(PREFLIGHT_HEADERS["Access-Control-Max-Age"]),
    },
  ],
};
