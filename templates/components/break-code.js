const CODE = /<code\b([^>]*)>([\s\S]*?)<\/code>/g;
/** Tags stay as they are; so do short words. */
const WORD = /<[^>]*>|(?<![^\s>])--?[a-z][\w-]*(?![^\s<=])|[^\s<]{16,}|[^\s<]+\/(?=<)|[^\s<]*\((?:&quot;|&#39;)?(?=<)/g;
/** An option of a command, which must not break between its hyphens. Longer ones would not fit. */
const OPTION = /^-.{1,18}$/;
/** Signs, but not the first, after which a path, a query, a call or a name may break. */
const SIGN = /(?<=[^.])(?:[/?=,(_]|&amp;)+(?=[\w{"'$]|&quot;|&#39;)/gi;
/** The dots of a name; those of a file and of a host stay within their words. */
const DOT = /(?<=.)\.(?=[a-z])/gi;
/** A day or a time, which browsers would break after its hyphens. */
const DATE = /(?<![\w-])\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?(?![\w-])/g;
/** The first slash behind an element, such as the site's address, into which a script writes. */
const SLASH = /(?<=<\/span>)\/(?=[\w{]|<span)/g;

/**
 * Lets long words of code break after their signs (`<wbr>`): browsers would break an address inside
 * a word. Responses keep their lines. `markup`: of a page.
 */
export function breakCode(markup) {
  return markup.replace(CODE, (code, attributes, content) =>
    attributes.includes("data-try-output")
      ? code
      : `<code${attributes}>${content.replace(WORD, breakWord).replace(SLASH, "/<wbr>")}</code>`,
  );
}

function breakWord(word) {
  if (word.startsWith("<")) return word;
  if (OPTION.test(word)) return `<span class="keep">${word}</span>`;
  const parts = word.includes("/") ? word : word.replace(DOT, "$&<wbr>");
  const broken = parts.replace(SIGN, "$&<wbr>").replace(DATE, '<span class="keep">$&</span>');
  return /[/(]$/.test(word) ? `${broken}<wbr>` : broken;
}
