export interface ForkPage {
  /** In the order of the configuration. */
  settings: readonly { name: string; value: string; about: string }[];
}
