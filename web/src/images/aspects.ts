import type { Size } from './geometry.ts';

/** Width divided by height (spec 1, section 9). The specification calls the second one 16:10; its value is upright. */
export const ASPECTS = [
	{ label: '1:1', value: '1' },
	{ label: '10:16 (portrait)', value: '0.625' },
	{ label: '11:10', value: '1.1' },
];

/** The aspect closest to that of a remembered area; the first one if there is none. */
export function aspectOf(area: Size | null): string {
	const ratio = area ? area.width / area.height : 1;
	const distance = ({ value }: { value: string }) => Math.abs(Number(value) - ratio);
	return ASPECTS.reduce((best, other) => (distance(other) < distance(best) ? other : best)).value;
}
