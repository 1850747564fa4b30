/** What a fork decides about its pages. */
export interface SiteOptions {
  /**
   * The absolute address of the site's root, ending with a slash. Only what needs one uses it: the sitemap, previews in other
   * people's pages, and the page of what is missing, which is shown at any depth. Absent: none of them has absolute addresses.
   */
  baseUrl?: string | undefined;
  /** The page of the program's source; `null` where there is none, and then no page links to it. */
  repository: string | null;
}
