import robotsParser from 'robots-parser';
import { ROBOT } from './userAgent.ts';

/** The package's types declare its function for CommonJS and for ES modules at once. */
const parse = robotsParser as unknown as (
	url: string,
	text: string,
) => { isAllowed(url: string, robot: string): boolean | undefined };

/**
 * Whether a robots.txt allows Dropwire to fetch a page (RFC 9309).
 * @param facts the page, and the robots.txt's URL, which has the same origin
 */
export function isAllowedByRobots(text: string, { page, robots }: { page: string; robots: string }): boolean {
	return parse(robots, text).isAllowed(page, ROBOT) !== false;
}
