import { nearest } from '@dropwire/contract/rows';
import { type Delivery, TOPICS } from '@dropwire/contract';
import { given, type Work } from '../command.ts';
import { usage } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { follow } from '../server/live.ts';
import { firstOf, pagesOf } from '../server/pages.ts';
import { openSession } from '../server/session.ts';
import { type Colour, onOut } from '../terminal/colours.ts';
import { safe, writeJsonText, writeLine } from '../terminal/output.ts';
import { writeList } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

interface Options {
	status?: Delivery['status'];
	topic?: string;
	guild?: string;
	announcement?: string;
	limit: number;
	follow?: true;
}

export const run: Work<Options> = async ({ options, globals }) => {
	const { status, topic, guild, announcement, limit } = options;
	if (topic !== undefined) mustExist(topic);
	const session = openSession(globals);
	if (options.follow) {
		if (guild !== undefined || announcement !== undefined)
			throw usage('--follow cannot be combined with --guild or --announcement.');
		const wanted = (row: Delivery) =>
			(status === undefined || row.status === status) &&
			(topic === undefined || row.topic?.replace(/ · \w+$/, '') === topic);
		return follow(session, 'delivery', async (row) => {
			if (wanted(row)) await (globals.json ? writeJsonText(JSON.stringify(row)) : writeLine(lineOf(row)));
		});
	}
	const filter = given({ status, topic, guildId: guild, announcement });
	const api = openClient(session);
	const rows = await firstOf(
		pagesOf((at) => api.deliveries({ ...filter, ...at })),
		limit,
	);
	const isFiltered = Object.keys(filter).length > 0;
	const none = isFiltered ? 'No deliveries match.' : 'No deliveries yet. See what is watched: dropwire sources list';
	return writeList<Delivery>(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'QUEUED', of: (row) => dateTime(row.queuedAt), drops: 4 },
			{ title: 'STATUS', of: (row) => row.status, paint: colourOf },
			{ title: 'MESSAGE', of: subjectOf, shrinks: true },
			{ title: 'TO', of: (row) => row.topic ?? row.target, shrinks: true, drops: 3 },
			{ title: 'EDITS', of: (row) => (row.edits.length === 0 ? '' : String(row.edits.length)), right: true, drops: 1 },
			{ title: 'TRIES', of: (row) => String(row.attempts), right: true, drops: 2 },
			{ title: 'REASON', of: (row) => row.reason ?? '', shrinks: true, drops: 5 },
		],
		rows,
		{ json: globals.json, none },
	);
};

/** @throws Failure (usage) unless a topic has this name */
function mustExist(topic: string): void {
	const names = TOPICS.map(({ toolsName }) => toolsName);
	if (names.includes(topic)) return;
	const close = nearest(topic, names);
	throw usage(`Topic ${JSON.stringify(topic)} does not exist.`, close && `Did you mean ${close}?`);
}

function subjectOf({ title, editOf }: Delivery): string {
	return editOf === null ? title : `Edit of ${editOf}: ${title}`;
}

function colourOf({ status }: Delivery): Colour {
	if (status === 'sent') return 'green';
	return status === 'failed' || status === 'expired' ? 'red' : 'yellow';
}

function lineOf(row: Delivery): string {
	const parts = [dateTime(row.queuedAt), row.id, row.status, subjectOf(row), row.topic ?? row.target, row.reason ?? ''];
	const text = parts.map(safe).join('  ').trimEnd();
	return onOut()[colourOf(row)](text);
}
