import { joinMarkdown, md, renderBlock, renderLink } from "../../../lib/markdown.ts";
import { listTermsFindings, type TermsReading } from "../../diagnostics/check-terms.ts";
import { renderMarkdown } from "../../diagnostics/finding.ts";
import { reportIssues } from "../../workflow/github/issues.ts";
import type { IssueVerdict } from "../../workflow/issue-verdict.ts";
import { OWN_TERMS, readOwnTerms, type TermsPlace } from "../terms.ts";
import type { StepContext } from "./step.ts";

/**
 * Opens an issue for each source whose terms changed, and one for all sources without an accepted
 * text. Closes an issue once the texts are accepted.
 */
export async function termsStep(context: StepContext, place: TermsPlace = OWN_TERMS): Promise<void> {
  const { github, runner, now, print, summarise } = context;
  const { accepted, readings } = await readOwnTerms(place);
  summarise(renderMarkdown("Terms of the sources", listTermsFindings(readings, accepted)));
  const verdicts = [...readings.flatMap((reading) => describeReading(reading) ?? []), findUnrecorded(readings)];
  const done = await reportIssues({ github, runner, verdicts, hasEvidence: false, now: now() });
  for (const line of done.length === 0 ? ["No issue changed."] : done) print(line);
}

/** `undefined`: nothing is known now, so an open issue stays open. */
function describeReading({ source: { id, name, terms }, status }: TermsReading): IssueVerdict | undefined {
  if (status === "unread" || status === "unrecorded") return undefined;
  const title = `Source ${id}: its terms changed`;
  const body = joinMarkdown(
    [
      md`The text of the ${renderLink(md`terms of ${name}`, terms.url)} is not the one that was accepted.`,
      md`Read it, correct \`terms\` in the file of the source if its class or words no longer fit, and accept the text:`,
      renderBlock(`npm run terms -- --accept ${id}`),
      md`Until then builds go on as before.`,
    ],
    "\n\n",
  );
  return { id: `terms-${id}`, broken: status === "changed" ? { title, body } : null };
}

/** Without an accepted text a change is not seen. */
function findUnrecorded(readings: readonly TermsReading[]): IssueVerdict {
  const id = "terms-unrecorded";
  const sources = readings.flatMap(({ status, source }) => (status === "unrecorded" ? source : []));
  if (sources.length === 0) return { id, broken: null };
  const links = sources.map(({ id, terms }) => md`- ${renderLink(md`${id}`, terms.url)}`);
  const command = `npm run terms -- ${sources.map((source) => `--accept ${source.id}`).join(" ")}`;
  const body = joinMarkdown(
    [
      md`The repository has no accepted text of the terms of these sources, so a change of them is not seen:`,
      joinMarkdown(links),
      joinMarkdown(
        [
          md`Read them, correct \`terms\` in the files of the sources if a class or words do not fit,`,
          md`accept the texts, and commit the file:`,
        ],
        " ",
      ),
      renderBlock(command),
    ],
    "\n\n",
  );
  return { id, broken: { title: "Terms of sources without an accepted text", body } };
}
