/** What a fork decides about its pages. */
export interface SiteOptions {
  /**
   * The absolute address of the site's root, ending with a slash. Only what needs one uses it: the sitemap, previews in other
   * people's pages, and the page of what is missing, which is shown at any depth. Absent: none of them has absolute addresses.
   */
  baseUrl?: string | undefined;
  /** Where the program's source is. */
  repository: string;
}
