import { type OtherState, sortSizes } from '@dropwire/contract';
import { counted } from '../ui/format.ts';
import { sizeText } from './shopWords.ts';

interface Size {
	size: string;
	available: boolean | null;
	state?: OtherState | undefined;
	count: number | null;
	countIsMinimum?: true | undefined;
}

/** Sizes that are named in a row of a list. */
const NAMED = 14;

/**
 * A product's sizes: those in stock, those out of stock (struck out), those that can be had in another way, and
 * those of which nothing is known (with `?`).
 */
export function Sizes({ sizes, all = false }: { sizes: readonly Size[]; all?: boolean }) {
	if (sizes.length === 0) return null;
	const sorted = sortSizes(sizes);
	const named = all ? sorted : sorted.slice(0, NAMED);
	return (
		<ul className="sizes" aria-label="Sizes">
			{named.map((one) => (
				<li key={one.size} title={sizeText(one)} className={classOf(one)}>
					{one.size}
					{one.available === null && '?'}
					<span className="visually-hidden">: {sizeText(one)}</span>
				</li>
			))}
			{sizes.length > named.length && <li className="more">and {counted(sizes.length - named.length, 'more size')}</li>}
		</ul>
	);
}

function classOf({ available, state }: Size): string {
	if (available === null || state !== undefined) return 'unknown';
	return available ? 'in' : 'out';
}
