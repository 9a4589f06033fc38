import { type Changes, fill, type Names } from './edit.ts';

const CONTRACT = 'packages/contract/src';
const FEATURES = 'bff/src/features.ts';

/** A call of its own feature: its entry in the contract, its handler, its row of rights, and a test. */
export function call(changes: Changes, names: Names): void {
	const { camel } = names;
	const folder = `bff/src/${camel}`;
	changes.create(`${CONTRACT}/${camel}.ts`, fill('contract.ts', names));
	changes.create(`${folder}/feature.ts`, fill('feature.ts', names));
	changes.create(`${folder}/rights.testing.ts`, fill('rights.testing.ts', names));
	changes.create(`${folder}/${camel}.test.ts`, fill('feature.test.ts', names));
	const index = `${CONTRACT}/index.ts`;
	changes.insertSorted(index, /^import \{ \w+Calls \}/, `import { ${camel}Calls } from './${camel}.ts';`);
	changes.insert(index, { before: /^\t\.\.\.documentCalls,$/ }, `\t...${camel}Calls,\n`);
	changes.insertSorted(
		FEATURES,
		/^import \{ \w+Feature \}/,
		`import { ${camel}Feature } from './${camel}/feature.ts';`,
	);
	changes.insertSorted(FEATURES, /^\t\t\w+Feature(\(services\))?,$/, `\t\t${camel}Feature,`);
}
