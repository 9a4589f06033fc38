import type { CatalogueEntry } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { inRegionLines } from '../products/inRegion.ts';
import { openApi } from '../server/client.ts';
import { onOut } from '../terminal/colours.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { zonedTime } from '../terminal/time.ts';

/** `catalogue show`: one product with its state in every region. */
export const run: Work<object, [string, string]> = async ({ args: [brand, sku], globals }) => {
	const { data } = await openApi(globals).catalogueEntry({ brand, sku });
	if (globals.json) return writeJson(data);
	await writeLine(onOut().bold(`${safe(data.title)}  ${safe(data.sku)}`));
	const { history } = data;
	const since = history.since === null ? '' : ` since ${zonedTime(history.since)}`;
	const terms: readonly (readonly [string, string | null])[] = [
		['Brand', data.brand],
		['Subtitle', data.subtitle],
		['Color', data.color],
		['Category', data.category],
		['Released', data.releasedOn],
		['Page', data.url],
		['Image', data.image],
		['Watched', watchedText(data)],
		['Known', `since ${zonedTime(data.firstSeenAt)}, ${data.origin}; last seen ${zonedTime(data.lastSeenAt)}`],
		['History', history.points === 0 ? null : `${history.points.toLocaleString('en')} changes${since}`],
	];
	for (const [term, text] of terms) if (text !== null) await writeLine(`${onOut().dim(term.padEnd(8))}  ${safe(text)}`);
	for (const region of data.regions) {
		await writeLine('');
		for (const line of inRegionLines(region)) await writeLine(line);
	}
};

function watchedText({ watched }: Pick<CatalogueEntry, 'watched'>): string {
	if (typeof watched === 'boolean') return watched ? 'yes' : 'no';
	const lists = watched.map(({ list, regions }) => (regions ? `${list} (${regions.join(', ')})` : list));
	return lists.length === 0 ? 'no' : lists.join(', ');
}
