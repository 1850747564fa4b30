/** The matcher has no types. */
declare module "netlify-redirector" {
  export interface MatchRequest {
    scheme: string;
    host: string;
    path: string;
    query: string;
    getHeader(name: string): string;
    getCookie(name: string): string;
  }
  export interface Match {
    from: string;
    to: string;
    status: number;
    force: boolean;
  }
  export interface Matcher {
    match(request: MatchRequest): Match | null;
  }
  export function parsePlain(rules: string, options: object): Promise<Matcher>;
}
