import { type Link, LIMITS, REGIONS, type SetupLine, setupLines, TOPICS } from '@dropwire/contract';
import type { CopiedLink } from './bulkChanges.ts';

/** What identifies a file of a setup, and its format. */
const [FORMAT, VERSION] = ['dropwire-setup', 1];
/** Characters of a file: more than every link of a server with all options needs. */
const MAX_LENGTH = 2_000_000;

/** A server's links as a file for other servers. */
export function writeSetup(links: readonly Link[]): string {
	return `${JSON.stringify({ format: FORMAT, version: VERSION, links: setupLines(links) }, null, '\t')}\n`;
}

/**
 * Reads the file of a setup. The server checks the options.
 * @throws Error that names what is wrong, and in which link
 */
export function readSetup(text: string): CopiedLink[] {
	if (text.length > MAX_LENGTH) throw new Error('The file is too large to be a setup.');
	const file = parse(text);
	if (!isRecord(file) || file['format'] !== FORMAT) throw new Error('The file is not a setup that Dropwire has saved.');
	const { version, links } = file;
	if (version !== VERSION)
		throw new Error(`The file has version ${JSON.stringify(version)}; only ${VERSION} can be read.`);
	if (!Array.isArray(links) || links.length === 0) throw new Error('The setup has no links.');
	if (links.length > LIMITS.webhooksPerGuild) {
		throw new Error(`The setup has ${links.length} links; a server can have ${LIMITS.webhooksPerGuild}.`);
	}
	return links.map(readLink);
}

function readLink(link: unknown, index: number): CopiedLink {
	const wrong = (what: string) => new Error(`Link ${index + 1}: ${what}`);
	if (!isRecord(link)) throw wrong('must be an object.');
	const { region, topic, channel, options = {} } = link;
	const own = TOPICS.filter((one) => one.region === region);
	if (own.length === 0) throw wrong(`region ${JSON.stringify(region)} does not exist. Regions: ${REGIONS.join(', ')}.`);
	const found = own.find(({ toolsName }) => toolsName === topic);
	if (!found) throw wrong(`topic ${JSON.stringify(topic)} does not exist in ${String(region)}.`);
	if (typeof channel !== 'string' || channel === '' || channel.length > LIMITS.label) {
		throw wrong(`channel must be a name of 1 to ${LIMITS.label} characters.`);
	}
	if (!isRecord(options)) throw wrong('options must be an object.');
	return copied({ region: found.region, topic: found.toolsName, channel, options });
}

/** A line of a setup as a link to copy: its channel is known by its name only. */
export function copied({ region, topic, channel, options }: SetupLine): CopiedLink {
	return { region, toolsName: topic, channelId: channel, channelName: channel, webhookId: '', options };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw new Error('The file is not JSON.');
	}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
