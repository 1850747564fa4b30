import type { SourceReport } from "../../../crypto/ingest/source-report.ts";
import { joinMarkdown, type Markdown, md, renderBlock, renderCount } from "../../../lib/markdown.ts";
import { renderTime } from "../../../lib/time.ts";
import { type BuildResult, judgeSources, renderShare, type SourceVerdict } from "../build-result.ts";

const HEADLINES: Readonly<Record<BuildResult["outcome"], Markdown>> = {
  built: md`Built`,
  refused: md`Refused by the gate: the published site is unchanged`,
  failed: md`Failed: the published site is unchanged`,
};

const STATUSES: Readonly<Record<SourceReport["status"], Markdown>> = {
  ok: md`ok`,
  off: md`off`,
  stale: md`**stale**`,
  down: md`**down**`,
};

/** The summary of a run: outcome, notes, the checks of the gate and the sources, as tables. */
export function renderSummary(build: BuildResult, notes: readonly string[]): Markdown {
  const { outcome, report, error, seconds } = build;
  const blocks: Markdown[] = [md`## ${HEADLINES[outcome]}`];
  if (outcome === "built") {
    blocks.push(md`${renderCount(build.files)} files, ${Number((build.bytes / 1e6).toFixed(1))} MB`);
  }
  if (error !== null) blocks.push(renderBlock(error));
  if (notes.length > 0) blocks.push(joinMarkdown(notes.map((note) => md`- ${note}`)));
  if (report !== null) {
    const { checks } = report.gate;
    const rows = checks.map(
      ({ id, passed, message }) => md`| ${id} | ${passed ? md`passed` : md`**refused**`} | ${message} |`,
    );
    blocks.push(
      md`### Gate: ${checks.filter(({ passed }) => passed).length} of ${checks.length} checks passed`,
      joinMarkdown([md`| check | verdict | measured |`, md`|---|---|---|`, ...rows]),
      md`### Sources`,
      joinMarkdown([
        md`| source | status | records | rejected | seconds | day | week | month | last answer | last error |`,
        md`|---|---|--:|--:|--:|--:|--:|--:|---|---|`,
        ...judgeSources(report).map((judged) => renderRow(judged, seconds[judged.source.id])),
      ]),
      md`Day, week and month: the share of the builds that requested a source in which it answered. It is rounded down, so 100 % means every build.`,
    );
  }
  return md`${joinMarkdown(blocks, "\n\n")}\n`;
}

function renderRow({ source, reachability }: SourceVerdict, seconds: number | undefined): Markdown {
  const { id, status, records, rejected } = source;
  const { answeredShare, lastSuccessMs = null, lastError } = reachability ?? {};
  const cells = [
    renderCount(records),
    renderCount(rejected),
    seconds === undefined ? md`` : md`${Number(seconds.toFixed(1))}`,
    ...[answeredShare?.day, answeredShare?.week, answeredShare?.month].map((share) =>
      share == null ? md`` : renderShare(share),
    ),
    lastSuccessMs === null ? md`` : md`${renderTime(lastSuccessMs)}`,
  ];
  return md`| ${id} | ${STATUSES[status]} | ${joinMarkdown(cells, " | ")} | ${source.lastError ?? lastError?.text ?? ""} |`;
}
