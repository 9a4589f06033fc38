/** The largest answer of a shop, bytes. Product pages have up to 1 MB. */
export const LARGEST_ANSWER = 5 * 1024 * 1024;
export const MAX_REDIRECTS = 3;
/** The requests to one host at the same time. */
export const REQUESTS_AT_ONCE = 2;
