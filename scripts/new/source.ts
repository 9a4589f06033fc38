import { CannotGenerate, type Changes, fill, type Names } from './edit.ts';

const SOURCES = 'packages/retailers/src/sources';
const LISTS = 'packages/domain/src/watchlists.ts';

/** The source of a brand's shop: its folder with a test, its line in the table, and a watch list if the brand has none. */
export function source(changes: Changes, names: Names): void {
	const { id, camel, title } = names;
	if (!changes.read('packages/domain/src/brands.ts').includes(`\t${id}: {`))
		throw new CannotGenerate(`There is no brand ${id}. Write it first: npm run new -- brand "${title}"`);
	changes.create(`${SOURCES}/${camel}/${camel}.ts`, fill('source.ts', names));
	changes.create(`${SOURCES}/${camel}/${camel}.test.ts`, fill('source.test.ts', names));
	changes.insertSorted(`${SOURCES}/table.ts`, /^export \{/, `export { ${camel} } from './${camel}/${camel}.ts';`);
	if (changes.read(LISTS).includes(`'${id}'`)) return;
	const numbers = [...changes.read(LISTS).matchAll(/^\tmonitor(\d+):/gm)].map(([, number]) => Number(number));
	changes.insert(
		LISTS,
		{ before: /^\} as const satisfies Record<\n\tstring,\n\t\{ list: string/ },
		`\tmonitor${Math.max(...numbers) + 1}: { list: 'HOT_${id}', name: '${title}', takes: 'skus', brands: ['${id}'] },\n`,
	);
}
