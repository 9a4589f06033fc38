import { renderToString } from 'react-dom/server';
import type { PageData } from './data.ts';
import { Page } from './Page.tsx';
import { addressOf, filterIn, queryOf, searchOf } from '../releases/address.ts';
import { ANYBODY } from '../releases/times.ts';
import { Releases } from './Releases.tsx';

/** A public page as HTML. The build makes a module for the server of this (`web/dist/.server`). */
export function render(data: PageData): string {
	return renderToString(<Page data={data} Calendar={data.page === 'releases' ? Releases : null} />);
}

/**
 * What the release calendar shows at an address.
 * @param search the search part of the address
 * @param now epoch ms
 * @returns the search part without what the page ignores, the address of all releases of the same region and brand, and the
 * query of the call `releases`
 */
export function calendarAt(search: string, now: number) {
	const filter = filterIn(search);
	const { region, brand } = filter;
	return {
		search: searchOf(filter),
		address: addressOf({ ...filterIn(''), region, brand }),
		query: Object.fromEntries(queryOf(filter, ANYBODY, now)),
	};
}
