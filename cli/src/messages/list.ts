import { type CallInput, type Contract, DELIVERY_STATUSES, type DeliveryGroup } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { noteEmpty } from '../terminal/empty.ts';
import { firstOf } from '../terminal/limit.ts';
import { type SpanOptions, spanOf } from '../terminal/moment.ts';
import { writeJson } from '../terminal/output.ts';
import { SKU_WIDTH, writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

type Filter = Omit<CallInput<Contract['deliveryGroups']>, 'cursor'>;
interface Options extends SpanOptions, Pick<Filter, 'status' | 'webhook' | 'sku' | 'brand' | 'region' | 'kind'> {
	guild?: string;
	limit: number;
}

export const run: Work<Options> = async ({ options, globals }) => {
	const { guild, limit, since, until, ...facets } = options;
	const span = spanOf({ since, until });
	const api = openClient(openSession(globals));
	const filter: Filter = { ...facets, ...span, ...(guild !== undefined && { guildId: guild }) };
	const rows = await firstOf(
		pagesOf((at) => api.deliveryGroups({ ...filter, ...at })),
		limit,
	);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return noteEmpty('messages', filter, 'See what is watched: dropwire sources list');
	const { red } = onOut();
	return writeTable<DeliveryGroup>(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'QUEUED', of: (row) => dateTime(row.queuedAt), drops: 3 },
			{ title: 'KIND', of: (row) => row.kind, drops: 2 },
			{ title: 'REGION', of: (row) => row.region ?? '', drops: 1 },
			{ title: 'SKU', of: (row) => row.sku ?? '', shrinks: SKU_WIDTH, drops: 4 },
			{ title: 'MESSAGE', of: (row) => row.title, shrinks: true },
			{
				title: 'DELIVERIES',
				of: outcomeText,
				paint: (text, { counts }) => (counts.failed || counts.expired ? red(text) : text),
				shrinks: 14,
			},
		],
		rows,
	);
};

/** `30 of 32 sent, 2 failed`. */
function outcomeText({ counts }: DeliveryGroup): string {
	const all = DELIVERY_STATUSES.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
	const others = DELIVERY_STATUSES.filter((status) => status !== 'sent' && counts[status]);
	return [`${counts.sent ?? 0} of ${all} sent`, ...others.map((status) => `${counts[status]} ${status}`)].join(', ');
}
