import {
	type Brand,
	COVERAGE_VERDICTS,
	type CoverageRow,
	type CoverageVerdict,
	isCoverageProblem,
	PRODUCT_BRANDS,
} from '@dropwire/contract';
import { useSearchParams } from 'react-router-dom';

/** The filters of the page: a brand, and a verdict or every verdict that is a problem. */
export interface CoverageFilter {
	brand?: Brand;
	state?: CoverageVerdict | 'problems';
}

/** The filter in the address, and a function that changes one part of it; an empty text removes the part. */
export function useCoverageFilter(): [CoverageFilter, (part: keyof CoverageFilter, value: string) => void] {
	const [query, setQuery] = useSearchParams();
	const brand = PRODUCT_BRANDS.find((one) => one === query.get('brand'));
	const state = ([...COVERAGE_VERDICTS, 'problems'] as const).find((one) => one === query.get('state'));
	return [{ ...(brand && { brand }), ...(state && { state }) }, change];

	function change(part: keyof CoverageFilter, value: string): void {
		setQuery(
			(old) => {
				const next = new URLSearchParams(old);
				if (value) next.set(part, value);
				else next.delete(part);
				return next;
			},
			{ replace: true },
		);
	}
}

/** Whether the filter lets a row through. */
export function matches({ brand, state }: CoverageFilter, row: CoverageRow): boolean {
	if (brand !== undefined && row.brand !== brand) return false;
	if (state === undefined) return true;
	return state === 'problems' ? isCoverageProblem(row.verdict) : row.verdict === state;
}
