import { BRAND_SCREENS, type CallInput, type Contract } from '@dropwire/contract';
import type { Reads } from '../api/useCall.ts';
import { FIRST_DEAD } from '../overview/firstDead.ts';

/** A call with its input. */
export type Read = { [N in Reads]: { name: N; input: CallInput<Contract[N]> } }[Reads];

export const USER: Read = { name: 'currentUser', input: {} };
const TRENDS: Read = { name: 'trends', input: { period: '24h' } };

/** What `useCall` reads first in a section of the console. */
export function callsOf(sectionId: string): Read[] {
	const common: Read[] = [
		{ name: 'operatorCounts', input: {} },
		{ name: 'pulse', input: {} },
	];
	const coverage: Read = { name: 'coverage', input: {} };
	if (sectionId === 'overview') return [...common, { name: 'overview', input: { dead: FIRST_DEAD } }, coverage, TRENDS];
	const covered = sectionId === 'coverage' || familiesOf(sectionId).length > 0;
	return covered ? [...common, coverage] : common;
}

/** What the lists of a section of the console read first, page by page. */
export function listsOf(sectionId: string): Read[] {
	return familiesOf(sectionId).map(({ brand, category }) => ({ name: 'operatorWebhooks', input: { brand, category } }));
}

/** The families of a brand's screen. */
function familiesOf(sectionId: string) {
	return BRAND_SCREENS.find(({ id }) => id === sectionId)?.families ?? [];
}
