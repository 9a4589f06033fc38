import { LIMITS, type Round, roundText, type SkuRow, splitEntries } from '@dropwire/contract';
import { text } from 'node:stream/consumers';
import { usage } from '../failure.ts';
import { changeRows } from '../rows/change.ts';
import type { Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import type { Globals } from '../server/session.ts';
import { DRY_RUN, note, safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import { type RemovalOptions, removeConfirmed } from '../terminal/removal.ts';
import { type ListOptions, namedLists } from './lists.ts';

interface AddOptions extends ListOptions {
	link?: string;
	regions?: string;
	dryRun?: boolean;
}

/** `skus add` */
export const addSkus: Work<AddOptions, [string[]]> = async ({ args: [words], options, globals }) => {
	const { link, regions, dryRun = false } = options;
	const lists = namedLists(options);
	const { entries, rounds } = await sendEntries(
		{ action: 'SET', lists, skus: await skusFrom(words), productLink: link, regions, dryRun },
		globals,
	);
	await tellEntries(entries, globals);
	if (!dryRun) return undefined;
	for (const round of rounds) note(roundText(round));
	warn(DRY_RUN);
	return undefined;
};

/** `skus remove` */
export const removeSkus: Work<ListOptions & RemovalOptions, [string[]]> = async ({
	args: [words],
	options,
	globals,
}) => {
	const lists = namedLists(options);
	const skus = await skusFrom(words);
	await removeConfirmed(
		{
			preview: async () => (await sendEntries({ action: 'REMOVE', lists, skus, dryRun: true }, globals)).entries,
			remove: async () => (await sendEntries({ action: 'REMOVE', lists, skus }, globals)).entries,
			lines: (gone) => gone.map((entry) => `- ${entryText(entry)}`),
			report: (gone) => tellEntries(gone, globals),
		},
		options,
	);
};

/** What to change: these SKUs on all of these lists. */
interface EntriesChange {
	action: 'SET' | 'REMOVE';
	lists: readonly string[];
	skus: readonly string[];
	productLink?: string | undefined;
	/** `US,JP` or `all`; existing entries keep their regions without it. */
	regions?: string | undefined;
	dryRun?: boolean | undefined;
}

/** Changes list entries, all of them or none, and returns the outcome. A dry run returns what would change. */
async function sendEntries(
	{ action, lists, skus, productLink = '', regions = '', dryRun = false }: EntriesChange,
	globals: Globals,
) {
	const rows: SkuRow[] = lists.flatMap((type) => skus.map((sku) => ({ action, type, sku, productLink, regions })));
	if (rows.length > LIMITS.list)
		throw usage(
			`These are ${rows.length} entries; at most ${LIMITS.list} go at once.`,
			'For more: dropwire skus import',
		);
	const api = openApi(globals, { repeatable: action === 'SET' });
	let rounds: readonly Round[] = [];
	const data = await changeRows(
		async () => {
			const result = await api.bulkSkus({ rows, dryRun });
			rounds = result.rounds ?? [];
			return result;
		},
		({ row, column, problem }) => {
			const { type, sku } = rows[row] as SkuRow;
			const option = OPTIONS[column];
			return option ? `${sku} on ${type}: ${option} ${problem}` : `${sku} on ${type} ${problem}`;
		},
	);
	return { entries: rows.map(({ type, sku }, at) => ({ outcome: data[at]?.outcome, list: type, sku })), rounds };
}

/** The options that set these columns. */
const OPTIONS: Readonly<Record<string, string>> = { productLink: '--link', regions: '--regions' };

type Changed = Awaited<ReturnType<typeof sendEntries>>['entries'];

/** Reports the outcome of each entry. */
async function tellEntries(changed: Changed, globals: Globals): Promise<void> {
	if (globals.json) return writeJson(changed);
	for (const entry of changed) {
		const outcome = entry.outcome === 'unchanged' ? 'already there' : entry.outcome;
		await writeLine(`${outcome}: ${entryText(entry)}`);
	}
	return undefined;
}

/** Describes an entry: the SKU and its list. */
function entryText({ sku, list }: Changed[number]): string {
	return `${safe(sku)} on ${list}`;
}

/** SKUs from the command line or stdin, without duplicates; several in one word are separated as on the page. */
async function skusFrom(said: readonly string[]): Promise<string[]> {
	const given = said.length === 1 && said[0] === '-' ? [await text(process.stdin)] : said;
	const skus = [...new Set(given.flatMap(splitEntries))];
	if (skus.length === 0) throw usage('Which SKUs?');
	return skus;
}
