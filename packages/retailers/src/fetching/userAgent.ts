const PROJECT = 'https://github.com/dropwire/dropwire';

/** The name of Dropwire's program in robots.txt. */
export const ROBOT = 'Dropwire';

/** The name under which shops see Dropwire, with the addresses of the project and of the operator for complaints. */
export function userAgentOf(contactEmail?: string): string {
	return `${ROBOT}/1.0 (${[`+${PROJECT}`, ...(contactEmail ? [contactEmail] : [])].join('; ')})`;
}
