import robotsParser from 'robots-parser';

/** The package's types declare its function for CommonJS and for ES modules at once. */
const parse = robotsParser as unknown as (
	url: string,
	text: string,
) => { isAllowed(url: string, robot: string): boolean | undefined };

/** A page, the URL of its origin's robots.txt, and the name of the program that fetches it. */
interface RobotsFacts {
	page: string;
	robots: string;
	robot: string;
}

/** Whether a robots.txt allows a program to fetch a page (RFC 9309). */
export function isAllowedByRobots(text: string, { page, robots, robot }: RobotsFacts): boolean {
	return parse(robots, text).isAllowed(page, robot) !== false;
}
