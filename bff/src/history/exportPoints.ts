import { csvLine } from '@dropwire/contract/rows';
import type { HistorySeries, Knex } from '@dropwire/db';
import type { HistoryPoint } from '@dropwire/domain';
import { readAllPoints } from '@dropwire/engine';

const COLUMNS = ['at', 'region', 'offer', 'price', 'full', 'currency', 'status', 'available', 'inStock'] as const;

/** Every point of these histories, in pieces. */
export async function* exportPoints(
	knex: Knex,
	series: readonly Pick<HistorySeries, 'id' | 'region' | 'offer'>[],
	format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
	if (format === 'csv') yield csvLine(COLUMNS);
	for (const { id, region, offer } of series) {
		for await (const points of readAllPoints(knex, id)) {
			const lines = points.map(({ sizes: _sizes, noRestock: _noRestock, day, at, ...point }: HistoryPoint) => {
				const row = { at, region, offer, ...point };
				if (format === 'ndjson') return `${JSON.stringify({ ...row, ...(day && { ...day, day: true }) })}\n`;
				const cells = { ...row, at: new Date(at).toISOString() };
				return csvLine(COLUMNS.map((column) => String(cells[column] ?? '')));
			});
			if (lines.length > 0) yield lines.join('');
		}
	}
}
