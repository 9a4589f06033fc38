import type { Knex } from '@dropwire/db';
import { durationText, isLate, maskWebhook, REGIONS } from '@dropwire/domain';
import { SOURCES } from '@dropwire/retailers';
import { readLongestWait } from '../delivery/longestWait.ts';
import { openingPause } from '../notices/directMessages.ts';
import { readSilentEngines } from '../process/silentEngines.ts';
import { MISSED_CALLS } from '../product/evaluate.ts';
import { IDENTITY_KINDS, isAboutIdentity, isRenamed } from '../product/identity.ts';
import { GONE_TOGETHER, isOutageText, outageText } from '../sources/outage.ts';
import { readSources, type SourceRow } from '../sources/readSources.ts';
import { isUnreadable } from './outages.ts';

/** Something that operators should know while it lasts. */
export interface Problem {
	/** The same while the problem lasts, up to `KEY_LENGTH` characters. */
	key: string;
	/** One line that says what is wrong. */
	text: string;
}

/** How long something must last before it is a problem, ms: one failed check or a short burst is none. */
const LASTING_MS = 60_000;
/** For how long webhooks that were switched off are a problem, ms. */
const RECENT_MS = 3_600_000;
/** The maximum number of products whose links show something else that are alerted of at the same time. */
const MAX_SHOWN = 50;
/** The longest key of an alert. */
const KEY_LENGTH = 191;
/** The most webhooks or regions that one line names. */
const NAMED = 5;

/** Reads what is wrong now. The cost does not depend on the size of the log. */
export async function readProblems(knex: Knex, now: number): Promise<Problem[]> {
	const [sources, ...others] = await Promise.all([
		readSources(knex),
		noDirectMessages(knex, now),
		unreadEntitlements(knex, now),
		silent(knex, now),
		switchedOff(knex, now),
		waiting(knex, now),
		shown(knex),
		silentEngines(knex),
	]);
	const shops = Map.groupBy(sources, (row) => (outageOf(row) === null ? 'open' : 'out'));
	const [open = [], out = []] = [shops.get('open'), shops.get('out')];
	return [...outages(out), ...blocked(open, now), ...suspect(open), ...late(sources, now), ...others.flat()];
}

/** One problem per source, or per host of a source that reads several shops: most of its products are gone at once. */
function outages(rows: readonly SourceRow[]): Problem[] {
	return [...Map.groupBy(rows, shopOf)].map(([shop, same]) => ({
		key: `outage/${shop}`.slice(0, KEY_LENGTH),
		text: named(same.map((row) => outageOf(row) ?? '')),
	}));
}

/** The sentence about the outage of a source in a region or at a host; null if there is none. */
function outageOf({ source, region, watched, blocked, blockedReason, suspectReason }: SourceRow): string | null {
	if (isOutageText(suspectReason)) return suspectReason;
	// External monitors report what nothing watches.
	return watched === 0 && blockedReason === GONE_TOGETHER ? outageText(blocked, null, `${source} in ${region}`) : null;
}

/** `SHOPS/shop.example`, or the source if it is one shop. */
function shopOf({ source, host }: SourceRow): string {
	return host ? `${source}/${host}` : source;
}

/** One problem per source, whatever the number of its regions, or per host of a source that reads several shops. */
function blocked(sources: readonly SourceRow[], now: number): Problem[] {
	const rows = sources.filter(
		({ blockedSince, blockedReason }) =>
			blockedSince !== null && blockedSince < now - LASTING_MS && !isAboutIdentity(blockedReason),
	);
	// External monitors report as blocked what nothing watches.
	const isWhole = (row: SourceRow) => row.watched === 0 || isUnreadable(row);
	const shops = Map.groupBy(rows.filter(isWhole), shopOf);
	// Single products in another format must not hide that a whole shop cannot be read.
	const parts = Map.groupBy(
		rows.filter((row) => !isWhole(row)),
		({ source }) => source,
	);
	return [
		...[...shops].map(([shop, same]) => ({
			key: `blocked/${shop}`.slice(0, KEY_LENGTH),
			text: `${same[0]?.source} cannot be read in ${placesOf(same)}: ${same[0]?.blockedReason}`,
		})),
		...[...parts].map(([source, same]) => ({
			key: `partly blocked/${source}`,
			text: `${partOf(same)} products of ${source} cannot be read in ${placesOf(same)}: ${same[0]?.blockedReason}`,
		})),
	];
}

/** `3 of 500` */
function partOf(rows: readonly SourceRow[]): string {
	const sum = (of: 'blocked' | 'watched') => rows.reduce((total, row) => total + row[of], 0);
	return `${sum('blocked')} of ${sum('watched')}`;
}

/** One problem per source: its format has probably changed. */
function suspect(sources: readonly SourceRow[]): Problem[] {
	const rows = sources.filter(({ suspectSince }) => suspectSince !== null);
	return [...Map.groupBy(rows, ({ source }) => source)].map(([source, same]) => ({
		key: `suspect/${source}`,
		text: `What ${source} answers in ${placesOf(same)} is suspect: ${same[0]?.suspectReason}`,
	}));
}

/**
 * One problem per source. Blocked products are a problem of their own, and the time before an engine started is none:
 * only what waits for its check while it could be checked is late.
 */
function late(sources: readonly SourceRow[], now: number): Problem[] {
	const rows = sources.filter((row) => isLate(row, now));
	return [...Map.groupBy(rows, ({ source }) => source)].map(([source, same]) => {
		const since = Math.min(...same.map(({ waitingSince }) => waitingSince ?? now));
		const round = durationText(Math.max(...same.map(({ roundMs }) => roundMs)));
		const text = `a product has waited since <t:${Math.floor(since / 1000)}:f>, and a round takes ${round}`;
		return { key: `late/${source}`, text: `${source} is checked late in ${placesOf(same)}: ${text}` };
	});
}

/** The regions, or the hosts of a source that reads several shops. */
function placesOf(rows: readonly SourceRow[]): string {
	return named(rows.map(({ host, region }) => host ?? region));
}

/** Discord lets the application open no direct messages: new people get no notices. */
async function noDirectMessages(knex: Knex, now: number): Promise<Problem[]> {
	const pause = await openingPause(knex, now);
	if (!pause) return [];
	const until = `<t:${Math.ceil(pause.until / 1000)}:f>`;
	const text = `Discord lets the application open no direct messages with new people until ${until}: ${pause.reason}`;
	return [{ key: 'direct messages', text }];
}

/** What was bought, cancelled or refunded at Discord changes no access. */
async function unreadEntitlements(knex: Knex, now: number): Promise<Problem[]> {
	const rows = await knex('entitlement_readings')
		.where('failingSince', '<', now - LASTING_MS)
		.select('failingSince', 'problem');
	return rows.map(({ failingSince, problem }) => ({
		key: 'entitlements',
		text: `Discord's list of entitlements cannot be read since <t:${Math.floor((failingSince ?? now) / 1000)}:f>, so access does not follow purchases and refunds: ${problem}`,
	}));
}

async function silent(knex: Knex, now: number): Promise<Problem[]> {
	const rows = await knex('monitors')
		.where('lastAt', '<', knex.raw('? - ? * ??', [now, MISSED_CALLS, 'everyMs']))
		.select('name', 'lastAt');
	return rows.map(({ name, lastAt }) => ({
		key: `silent/${name}`,
		text: `The external monitor "${name}" has not called since <t:${Math.floor(lastAt / 1000)}:f>`,
	}));
}

async function silentEngines(knex: Knex): Promise<Problem[]> {
	return (await readSilentEngines(knex)).map(({ id, lastAt }) => ({
		key: `engine/${id}`,
		text: `The engine ${id} has not answered since <t:${Math.floor(lastAt / 1000)}:f>: it was killed, hangs, or does not reach the database`,
	}));
}

/** One problem per product whose link shows something else. Reads the products that are blocked now in an index. */
async function shown(knex: Knex): Promise<Problem[]> {
	const rows: { source: string; sku: string; region: string; reason: string }[] = await knex('products')
		.whereIn('source', [...new Set(SOURCES.flatMap(({ name, byLink }) => (byLink ? [name] : [])))])
		.whereIn('region', [...REGIONS])
		.whereNotNull('blockedSince')
		.where((kinds) => {
			for (const kind of IDENTITY_KINDS) void kinds.orWhere('blockedReason', 'like', `${kind}: %`);
		})
		.orderBy(['blockedSince', 'sku'])
		.limit(MAX_SHOWN)
		.select('source', 'sku', 'region', 'blockedReason as reason');
	return rows.map(({ source, sku, region, reason }) => ({
		key: `shown/${source}/${region}/${sku}`.slice(0, KEY_LENGTH),
		text: `The link of ${source} ${sku} ${reason.replace(':', '')}. ${adviceFor(reason)}`,
	}));
}

function adviceFor(reason: string): string {
	return isRenamed(reason)
		? 'Renames often come an hour before a drop: remove the link and add it again to watch the new SKU.'
		: 'It is not checked until the link shows its product again, or is replaced.';
}

async function switchedOff(knex: Knex, now: number): Promise<Problem[]> {
	const recent = () =>
		knex('webhooks')
			.where({ active: 0 })
			.where('offAt', '>', now - RECENT_MS);
	const rows: { discordId: string; threadId: string | null }[] = await recent()
		.orderBy('offAt', 'desc')
		.limit(NAMED + 1)
		.select('discordId', 'threadId');
	if (rows.length === 0) return [];
	const masks = named(rows.map(({ discordId, threadId }) => maskWebhook(discordId, threadId)));
	return [{ key: 'webhooks off', text: `Discord rejects webhooks, which are now off: ${masks}` }];
}

async function waiting(knex: Knex, now: number): Promise<Problem[]> {
	const { untriedMs } = await readLongestWait(knex, now);
	if (untriedMs <= LASTING_MS) return [];
	return [{ key: 'queue', text: 'Messages wait for more than a minute before the first attempt' }];
}

function named(names: readonly string[]): string {
	const rest = names.length - NAMED;
	return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ' and more' : ''}`;
}
