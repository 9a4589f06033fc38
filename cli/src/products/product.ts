import { REGIONS } from '@dropwire/bff/contract';
import type { Work } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, safe, writeJson, writeLine } from '../terminal/output.ts';
import { dateTime } from '../terminal/time.ts';
import { writeTable } from '../terminal/table.ts';
import { onOut } from '../terminal/colours.ts';

export const run: Work = async ({ args: [sku], globals }) => {
	let silent: string[] = [];
	const api = openClient(openSession(globals), {
		onAnswer: (headers) => {
			silent = (headers.get('x-regions-failed') ?? '').split(/[\s,]+/).filter(Boolean);
		},
	});
	const { data } = await api.productQueryPremium({ sku: String(sku) });
	const found = data === 'null' ? {} : data;
	const rows = REGIONS.flatMap((region) => (found[region] ? [{ region, ...found[region] }] : []));
	if (globals.json) await writeJson({ regions: found, regionsFailed: silent });
	else if (rows[0]) {
		await writeLine(onOut().bold(`${safe(rows[0].title)}  ${safe(rows[0].styleColor)}`));
		await writeLine(safe(rows[0].colorDescription));
		await writeTable(
			[
				{ title: 'REGION', of: (row) => row.region },
				{ title: 'PRICE', of: (row) => (row.price === null ? '–' : row.price.toFixed(2)), right: true },
				{ title: 'IN', of: (row) => row.currency },
				{ title: 'DISCOUNT', of: (row) => (row.discounted ? 'yes' : 'no') },
				{ title: 'RELEASE', of: (row) => dateTime(row.commerceStartDate ? Date.parse(row.commerceStartDate) : null) },
				{ title: 'TITLE', of: (row) => row.title, shrinks: true },
			],
			rows,
		);
	}
	if (silent.length > 0) note(`These regions did not answer: ${silent.join(', ')}.`);
	if (rows.length === 0) throw new Failure(`No region that answered has ${String(sku)}.`);
	return silent.length > 0 ? EXIT.partFailed : EXIT.done;
};
