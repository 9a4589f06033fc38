import { CannotGenerate, type Changes, type Names } from './edit.ts';

const BRANDS = 'packages/domain/src/brands.ts';

/** A brand of shoes in the US, with topics for new and for restocked products and a screen of its own. */
export function brand(changes: Changes, { id, title }: Names): void {
	if (changes.read(BRANDS).includes(`\t${id}: {`)) throw new CannotGenerate(`${BRANDS} has ${id} already`);
	changes.insert(
		BRANDS,
		{ before: /^\tSHOPS: \{/ },
		`	${id}: {
		name: '${title}',
		sells: { NEW: 'Shoes' },
		skus: { pattern: /^[A-Z0-9]{6}-\\d{2}$/, words: '6 letters and digits, a dash and 2 digits', example: '392328-01' },
		families: [
			family({
				category: 'SHOES',
				name: '${title}',
				regions: ['US'],
				statuses: ['NEW', 'RESTOCK'],
				routes: {
					SHOCK_DROP: 'RESTOCK',
					LIVE: 'RESTOCK',
					NEW: 'NEW',
					STATUS: null,
					RESTOCK: 'RESTOCK',
					PRICE: null,
					STOCK: null,
				},
				screen: { id: '${id.toLowerCase()}', menu: '${title}', icon: 'shoe', title: '${title} Webhooks' },
				heading: '${title} {region}',
			}),
		],
	},
`,
	);
}
