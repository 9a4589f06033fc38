import { nearest } from '@dropwire/contract/rows';
import { type CallOutput, type Contract, MAX_SERVERS, OPEN_STATUSES, type OperatorWebhook } from '@dropwire/contract';
import { counted, maskWebhookUrl } from '@dropwire/domain';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Work } from '../command.ts';
import { EXIT, exitOfMany, Failure, usage } from '../failure.ts';
import { stoppedAfter } from '../reportError.ts';
import { type Api, openClient } from '../server/client.ts';
import { UnconfirmedWrite } from '../server/retries.ts';
import { openSession } from '../server/session.ts';
import { confirm } from '../terminal/ask.ts';
import { onOut } from '../terminal/colours.ts';
import { note, safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import { progress } from '../terminal/progress.ts';

const MIN_PAUSE_MS = 250;

interface Options {
	title: string;
	image: string;
	description?: string;
	to?: string[];
	all?: true;
	servers?: true;
	server?: string[];
	dryRun?: true;
	wait?: true;
	idempotencyKey?: string;
	yes?: true;
}

interface Message {
	title: string;
	imageURL: string;
	description: string;
}

export const run: Work<Options> = async ({ options, globals }) => {
	const { title, image: imageURL, dryRun, wait, yes, idempotencyKey = randomUUID() } = options;
	if (options.to !== undefined && options.all) throw usage('--to and --all exclude each other.', 'Use one of them.');
	if (options.servers && options.server) throw usage('--servers and --server exclude each other.', 'Use one of them.');
	if (options.to === undefined && !options.all && !options.servers && !options.server)
		throw usage('No recipients.', 'Use --to with labels of the list, --all, --servers, or --server with ids.');
	if (options.description === undefined) throw usage('--description is required; `-` reads it from stdin.');
	const session = openSession(globals);
	const description = options.description === '-' ? (await text(process.stdin)).trim() : options.description;
	const message = { title, imageURL, description };
	const api = openClient(session, { idempotencyKey });
	const isChosen = options.to !== undefined || options.all === true;
	const rows = isChosen ? chosenRows(await api.stockNumberWebhooks(), options.to) : [];
	const linked = options.servers
		? (await api.announcementServers()).data
		: options.server && (await chosenServers(api, options.server));
	if (!isChosen && linked?.webhooks === 0)
		throw new Failure('No server links Stock Numbers.', { hint: 'Use --to with labels of the list, or --all.' });
	const recipients = recipientsText(rows.length, linked);
	if (dryRun || !globals.json)
		await preview(message, rows, { json: globals.json === true, dryRun: dryRun === true, linked, recipients });
	if (dryRun) return EXIT.done;
	if (!yes && !(await confirm(`Send this to ${recipients}?`))) throw new Failure('Nothing was sent.');
	const webhooks = rows.map(({ value }) => value);
	const { data } = await api
		.stockNumberSend({ ...message, webhooks, servers: options.server ?? options.servers === true })
		.catch((error: unknown) => {
			throw error instanceof UnconfirmedWrite ? unconfirmed(session.url, idempotencyKey) : error;
		});
	const queued = `Announcement ${data.id}: ${data.deliveries === 1 ? '1 delivery is' : `${data.deliveries} deliveries are`} queued.`;
	if (!wait) {
		await (globals.json ? writeJson(data) : writeLine(queued));
		return EXIT.done;
	}
	// Before the wait, which Ctrl-C and a lost connection end: who does not know that it is sent sends it again.
	warn(queued);
	let counts: Awaited<ReturnType<typeof waitForAll>>;
	try {
		counts = await waitForAll(api, data.id, data.deliveries);
	} catch (error) {
		if (globals.json) await writeJson(data);
		return stoppedAfter(data.deliveries, error, globals);
	}
	const lost = counts.failed + counts.expired;
	if (globals.json) await writeJson({ ...data, ...counts });
	else
		await writeLine(
			`Announcement ${data.id}: ${counts.sent} delivered, ${counts.failed} failed, ${counts.expired} expired.`,
		);
	const status = counts.failed > 0 ? 'failed' : 'expired';
	if (lost > 0) note(`Show the reasons: dropwire deliveries --announcement ${data.id} --status ${status}`);
	return exitOfMany(lost, data.deliveries);
};

/** Who sends it again with another key sends it twice. */
function unconfirmed(url: string, key: string): Failure {
	return new Failure(`${url} did not confirm the announcement. It may have been sent.`, {
		hint: `Run the command again with --idempotency-key ${key}: an announcement that was sent is not sent again.`,
	});
}

/** The rows with these labels, or all rows. @throws Failure if the list is empty or a label has no row */
function chosenRows(
	saved: readonly OperatorWebhook[],
	labels: readonly string[] | undefined,
): readonly OperatorWebhook[] {
	if (saved.length === 0)
		throw new Failure('No webhooks for announcements yet.', {
			hint: 'Add one: dropwire webhooks add --brand stock <label> <url>',
		});
	if (labels === undefined) return saved;
	for (const label of labels) {
		if (saved.some((row) => row.label === label)) continue;
		const close = nearest(
			label,
			saved.map((row) => row.label),
		);
		throw new Failure(
			`Webhook ${JSON.stringify(label)} does not exist.`,
			close === undefined ? {} : { hint: `Did you mean ${close}?` },
		);
	}
	return saved.filter((row) => labels.includes(row.label));
}

/** The servers that link the topic, and how many webhooks of theirs get the announcement. */
type Linked = CallOutput<Contract['announcementServers']>['data'];

/** The number of servers with these ids and of their webhooks. @throws Failure naming an id that would get nothing */
async function chosenServers(api: Api, ids: readonly string[]): Promise<Linked> {
	const wanted = [...new Set(ids)];
	const { data: first } = await api.announcementServerList({});
	const counts = new Map(first.map(({ guildId, webhooks }) => [guildId, webhooks]));
	let sum = 0;
	for (const id of wanted) {
		// A full list may have left the server out.
		const listed = counts.get(id) ?? (first.length < MAX_SERVERS ? undefined : await countOf(api, id));
		if (listed === undefined) {
			throw new Failure(`Server ${JSON.stringify(id)} has no link to Stock Numbers that is on.`, {
				hint: 'List the servers: dropwire guilds list',
			});
		}
		sum += listed;
	}
	return { servers: wanted.length, webhooks: sum };
}

async function countOf(api: Api, id: string): Promise<number | undefined> {
	const { data } = await api.announcementServerList({ q: id });
	return data.find(({ guildId }) => guildId === id)?.webhooks;
}

function recipientsText(rows: number, linked: Linked | null | undefined): string {
	const servers = linked && `${counted(linked.webhooks, 'webhook')} of ${counted(linked.servers, 'server')}`;
	if (!servers) return counted(rows, 'webhook');
	return rows === 0 ? servers : `${counted(rows, 'webhook')} of the list and ${servers}`;
}

/** Prints the message as Discord will show it, and its recipients. */
async function preview(
	message: Message,
	rows: readonly OperatorWebhook[],
	{
		json,
		dryRun,
		linked,
		recipients,
	}: { json: boolean; dryRun: boolean; linked: Linked | null | undefined; recipients: string },
): Promise<void> {
	const webhooks = rows.map(({ label, value, health }) => ({
		label,
		webhook: maskWebhookUrl(value),
		active: health.active,
	}));
	if (json) return writeJson({ dryRun, ...message, deliveries: webhooks.length, webhooks, ...(linked && { linked }) });
	const { bold, dim, red, cyan } = onOut();
	const bar = cyan('┃');
	const lines = [bold(safe(message.title)), ...message.description.split('\n').map(safe), dim(safe(message.imageURL))];
	for (const line of lines) await writeLine(`${bar} ${line}`);
	await writeLine('');
	for (const { label, webhook, active } of webhooks)
		await writeLine(`  ${safe(label)}  ${dim(webhook)}${active ? '' : red('  is off')}`);
	if (dryRun) warn(`Dry run: nothing was sent. Recipients: ${recipients}.`);
	return undefined;
}

/** Waits until no delivery of an announcement is open. Deliveries that take too long expire on the server. */
async function waitForAll(
	api: Api,
	id: string,
	all: number,
): Promise<{ sent: number; failed: number; expired: number }> {
	const bar = progress('Delivering');
	try {
		for (;;) {
			const startedAt = Date.now();
			const { counts } = (await api.announcementTally({ id })).data;
			const open = OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0);
			bar.at(all - open, all);
			if (open === 0) return { sent: counts.sent, failed: counts.failed, expired: counts.expired };
			// Counting takes longer with many deliveries; the pause gives the server time to send them.
			await sleep(Math.max(MIN_PAUSE_MS, 4 * (Date.now() - startedAt)));
		}
	} finally {
		bar.clear();
	}
}
