import type { LiveEvent, ProductEventRow } from '@dropwire/contract';
import { formatMoney, spellings } from '@dropwire/domain';
import { given, type Work } from '../command.ts';
import { usage } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { follow } from '../server/live.ts';
import { firstOf, pagesOf } from '../server/pages.ts';
import { openSession } from '../server/session.ts';
import { safe, writeJsonText, writeLine } from '../terminal/output.ts';
import { SKU_WIDTH, writeList } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

interface Options {
	sku?: string;
	brand?: string;
	region?: string;
	kind?: string;
	unreached?: true;
	limit: number;
	follow?: true;
}

export const run: Work<Options> = async ({ options, globals }) => {
	const { sku, brand, region, kind, unreached } = options;
	const session = openSession(globals);
	if (options.follow) {
		if (unreached) throw usage('--follow cannot be combined with --unreached.');
		const filters = { sku, source: brand, region, kind };
		const isWanted = (row: LiveEvent) =>
			Object.entries(filters).every(
				([field, value]) => value === undefined || spellings(value.trim()).includes(row[field as keyof typeof filters]),
			);
		return follow(session, 'event', async (row) => {
			if (!isWanted(row)) return;
			const parts = [dateTime(row.at), row.kind, row.source, row.region, row.sku, titleOf(row), changeOf(row)];
			await (globals.json ? writeJsonText(JSON.stringify(row)) : writeLine(parts.filter(Boolean).map(safe).join('  ')));
		});
	}
	const filter = given({ sku, brand, region, kind, reached: unreached && ('nobody' as const) });
	const api = openClient(session);
	const rows = await firstOf(
		pagesOf((at) => api.events({ ...filter, ...at })),
		options.limit,
	);
	const isFiltered = Object.keys(filter).length > 0;
	const none = isFiltered ? 'No events match.' : 'No events yet. See what is watched: dropwire sources list';
	return writeList<ProductEventRow>(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'TIME', of: (row) => dateTime(row.at), drops: 7 },
			{ title: 'KIND', of: (row) => row.kind },
			{ title: 'SOURCE', of: (row) => row.source, drops: 4 },
			{ title: 'REGION', of: (row) => row.region, drops: 6 },
			{ title: 'SKU', of: (row) => row.sku, shrinks: SKU_WIDTH },
			{ title: 'PRODUCT', of: titleOf, shrinks: true },
			{ title: 'CHANGE', of: changeOf, drops: 2 },
			{ title: 'TOPIC', of: (row) => row.topic ?? 'no topic', shrinks: true, drops: 3 },
			{ title: 'WEBHOOKS', of: (row) => String(row.deliveries), right: true, drops: 5 },
			{ title: 'CLICKS', of: (row) => (row.clicks === null ? '–' : String(row.clicks)), right: true, drops: 1 },
		],
		rows,
		{ json: globals.json, none },
	);
};

/** The fields of a snapshot that the CLI shows; the contract does not define a snapshot's fields. */
interface ShownSnapshot {
	title?: string;
	status?: string | null;
	price?: { current: number; currency: string } | null;
}

function titleOf({ before, after }: LiveEvent): string {
	return ((after ?? before) as ShownSnapshot | null)?.title ?? '';
}

/** The price or status before and after: `$180.00 → $150.00`. Empty if neither changed. */
function changeOf({ before, after }: LiveEvent): string {
	const [from, to] = [before, after] as (ShownSnapshot | null)[];
	const money = (snapshot: ShownSnapshot | null | undefined) =>
		snapshot?.price && formatMoney(snapshot.price.current, snapshot.price.currency);
	const changes = [
		[from?.status, to?.status],
		[money(from), money(to)],
	];
	return changes
		.filter(([was, is]) => was && is && was !== is)
		.map((change) => change.join(' → '))
		.join(', ');
}
