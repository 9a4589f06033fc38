import { LIMITS, type SkuRow } from '@dropwire/bff/contract';
import { text } from 'node:stream/consumers';
import { usage } from '../failure.ts';
import { inWords } from '../rows/problems.ts';
import { openClient } from '../server/client.ts';
import { type Globals, openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

/** Changes entries of lists, all or none, and says what was done to each. */
export async function changeEntries(
	action: 'SET' | 'REMOVE',
	lists: readonly string[],
	skus: readonly string[],
	productLink: string,
	globals: Globals,
): Promise<void> {
	const rows: SkuRow[] = lists.flatMap((type) => skus.map((sku) => ({ action, type, sku, productLink })));
	if (rows.length > LIMITS.list)
		throw usage(
			`These are ${rows.length} entries; at most ${LIMITS.list} go at once.`,
			'For more: dropwire skus import',
		);
	const api = openClient(openSession(globals), { repeatable: action === 'SET' });
	const { data } = await api.bulkSkus({ rows }).catch((error: unknown) => {
		throw inWords(error, ({ row, column, problem }) => {
			const { type, sku } = rows[row] as SkuRow;
			return column === 'productLink' ? `${sku} on ${type}: --link ${problem}` : `${sku} on ${type} ${problem}`;
		});
	});
	const done = rows.map(({ type, sku }, at) => ({ outcome: data[at]?.outcome, list: type, sku }));
	if (globals.json) return writeJson(done);
	for (const { outcome, list, sku } of done)
		await writeLine(`${outcome === 'unchanged' ? 'stands there already' : outcome}: ${safe(sku)} on ${list}`);
	return undefined;
}

/** SKUs of the command line, or of stdin; each once. */
export async function skusFrom(said: readonly string[]): Promise<string[]> {
	const words = said.length === 1 && said[0] === '-' ? (await text(process.stdin)).split(/\s+/) : said;
	const skus = [...new Set(words.map((word) => word.trim()).filter(Boolean))];
	if (skus.length === 0) throw usage('Which SKUs?');
	return skus;
}
