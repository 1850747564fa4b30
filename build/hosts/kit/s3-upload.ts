import type { HostFile } from "../host.ts";
import { CACHE_CLASSES, MEDIA_TYPES, PAGE_AGE } from "./headers.ts";

/** Files with the same headers. Globs of the AWS client: the last match counts. */
interface Upload {
  include: readonly string[];
  exclude: readonly string[];
  cacheControl: string;
  type?: string;
}

/** Types that the client guesses from the extension. Of `.csv.gz` it would say `text/csv`. */
const GUESSED = [".json", ".csv"];
/** Rules and scripts are no part of the site. */
const OWN = ["cloudfront-*"];

/** A script that uploads the site: S3 sends the type and the age that the upload has set. */
export function renderUpload(files: readonly HostFile[]): string {
  const commands = listUploads().filter(({ include }) => {
    const patterns = include.map(compileGlob);
    return files.some(({ path }) => patterns.some((pattern) => pattern.test(path)));
  });
  return [
    "#!/bin/sh",
    "# Uploads the site to a bucket: sh cloudfront-upload.sh BUCKET",
    "# Each line uploads other files, and deletes those of them that this build does not have.",
    "set -eu",
    'cd "$(dirname "$0")"',
    'bucket="s3://$1"',
    `upload() { aws s3 sync . "$bucket" --delete --no-progress --exclude '*' "$@"; }`,
    ...commands.map(renderCommand),
    "",
  ].join("\n");
}

function listUploads(): Upload[] {
  const special = MEDIA_TYPES.filter(([ending]) => !GUESSED.includes(ending));
  const endings = special.map(([ending]) => `*${ending}`);
  const classes = CACHE_CLASSES.map(({ globs, cacheControl }, at) => {
    const earlier = CACHE_CLASSES.slice(0, at).flatMap((one) => one.globs.map(toKey));
    return { globs: globs.map(toKey), earlier, cacheControl };
  });
  return [
    ...classes.flatMap(({ globs, earlier, cacheControl }): Upload[] => [
      { include: globs, exclude: [...earlier, ...endings], cacheControl },
      ...special.map(([ending, type]) => ({
        include: globs.filter((glob) => glob.endsWith("*")).map((glob) => glob + ending),
        exclude: earlier,
        cacheControl,
        type,
      })),
    ]),
    { include: ["*"], exclude: ["api/*", "compat/*", ...OWN], cacheControl: PAGE_AGE },
  ];
}

function renderCommand({ include, exclude, cacheControl, type }: Upload): string {
  const options = [
    ...include.map((glob) => ["include", glob]),
    ...exclude.map((glob) => ["exclude", glob]),
    ...(type === undefined ? [] : [["content-type", type]]),
    ["cache-control", cacheControl],
  ];
  return `upload ${options.map(([name, value]) => `--${name} '${value}'`).join(" ")}`;
}

/** Keys of S3 begin without a slash. */
function toKey(glob: string): string {
  return glob.slice(1);
}

function compileGlob(glob: string): RegExp {
  return new RegExp(`^${glob.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
}
