const CODE = /<code\b([^>]*)>([\s\S]*?)<\/code>/g;
/** Tags stay as they are; so do short words. */
const WORD = /<[^>]*>|(?<![^\s>])--?[a-z][\w-]*(?![^\s<=])|[^\s<]{16,}|[^\s<]+(?:\/|\((?:&quot;|&#39;)?)(?=<)/g;
/** An option of a command, which must not break between its hyphens. Longer ones would not fit. */
const OPTION = /^-.{1,18}$/;
/** Signs, but not the first, after which a path, a query, a call or a name may break. */
const SIGN = /(?<=.)(?:(?:[/?=,(_]|&amp;)+(?=[\w{"'$]|&quot;|&#39;)|\.(?=[a-z]))/gi;
/** The first slash behind an element, such as the site's address, into which a script writes. */
const SLASH = /(?<=<\/span>)\/(?=[\w{])/g;

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
  if (/[/(]$/.test(word)) return `${word.replace(SIGN, "$&<wbr>")}<wbr>`;
  return OPTION.test(word) ? `<span class="keep">${word}</span>` : word.replace(SIGN, "$&<wbr>");
}
