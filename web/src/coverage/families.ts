import { type CoverageRow, FAMILIES } from '@dropwire/contract';

/** The rows of a brand and category. */
export interface CoverageFamily {
	brand: CoverageRow['brand'];
	category: string;
	/** `Nike Shoes`. */
	name: string;
	rows: readonly [CoverageRow, ...CoverageRow[]];
}

/** The rows by brand and category, in the order of the table of brands. */
export function familiesOf(rows: readonly CoverageRow[]): CoverageFamily[] {
	return FAMILIES.flatMap(({ brand, category, name }) => {
		const own = rows.filter((row) => row.brand === brand && row.category === category);
		return own.length > 0 ? [{ brand, category, name, rows: own as [CoverageRow, ...CoverageRow[]] }] : [];
	});
}

/** The id of a family's section on the page. */
export function familyId({ brand, category }: Pick<CoverageFamily, 'brand' | 'category'>): string {
	return `${brand}-${category}`.toLowerCase();
}
