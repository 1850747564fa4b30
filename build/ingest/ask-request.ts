import { describeError } from "../lib/operational-error.ts";
import type { Http, HttpResponse, Validators } from "../platform/platform.ts";
import type { Feed, FeedRequest, RequestContext, Source } from "../sources/source.ts";
import { type ParsedAnswer, parseAnswer } from "./parse-answer.ts";

/** What came of one request. */
export interface RequestAnswer {
  /** The address that answered. */
  url: string;
  response: HttpResponse;
  /** `undefined`: the copy that the validators stand for still holds. */
  answer: ParsedAnswer | undefined;
}

/**
 * Asks and reads. Where the first address fails in any way, also by answering something that cannot be read, the other one is
 * asked; validators belong to the first. Throws when neither gives an answer that can be believed.
 */
export async function askRequest(
  http: Http,
  { pacing }: Source,
  feed: Feed,
  request: FeedRequest,
  records: RequestContext["records"],
  validators: Validators | undefined,
): Promise<RequestAnswer> {
  const ask = async (url: string, known: Validators | undefined): Promise<RequestAnswer> => {
    const response = await http.fetch({
      url,
      maxBytes: feed.maxBytes,
      pacing,
      ...(request.headers && { headers: request.headers }),
      ...(known && { validators: known }),
    });
    return {
      url,
      response,
      answer: response.status === 304 ? undefined : parseAnswer(feed, request, response, records),
    };
  };
  const { url, fallbackUrl } = request;
  const first = ask(url, validators);
  if (fallbackUrl === undefined) return first;
  return first.catch((error) =>
    ask(fallbackUrl, undefined).catch((other) => {
      throw new Error(`${describeError(error)}; ${describeError(other)}`);
    }),
  );
}
