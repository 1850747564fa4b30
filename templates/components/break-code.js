const CODE = /<code\b([^>]*)>([\s\S]*?)<\/code>/g;
/** Tags stay as they are; so do short words. */
const WORD = /<[^>]*>|[^\s<]{12,}/g;
/** Signs, but not the first, after which a path, a query, a call or a name may break. */
const SIGN = /(?<=.)(?:(?:[/?=,(_]|&amp;)+(?=[\w{"'$])|\.(?=[a-z]))/gi;

/**
 * Lets long words of code break after their signs (`<wbr>`): browsers would break an address inside
 * a word. Responses keep their lines. `markup`: of a page.
 */
export function breakCode(markup) {
  return markup.replace(CODE, (code, attributes, content) =>
    attributes.includes("data-try-output")
      ? code
      : `<code${attributes}>${content.replace(WORD, (word) => (word.startsWith("<") ? word : word.replace(SIGN, "$&<wbr>")))}</code>`,
  );
}
