import { parsedJson, scriptsIn } from '../html/scripts.ts';
import { withoutData } from '../html/walls.ts';
import { refuse, type ShopRefusal } from '../reading.ts';

const NEXT_DATA = /\bid\s*=\s*["']?__NEXT_DATA__\b/;

/** The data with which a page of Nike's website starts. */
export function nextDataIn(html: string): { json: unknown } | ShopRefusal {
	const [text] = scriptsIn(html, NEXT_DATA);
	if (text === undefined) return withoutData(html, 'The page contains no data');
	const json = parsedJson(text);
	return json === undefined ? refuse('unreadable', "The page's data is not JSON") : { json };
}
