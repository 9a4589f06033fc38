import { type Changes, fill, mustHaveCall, type Names } from './edit.ts';

const FEATURES = 'cli/src/features.ts';

/** A command of the command line that prints what a call returns, with its test. */
export function command(changes: Changes, names: Names): void {
	const { camel } = names;
	mustHaveCall(changes, names);
	changes.create(`cli/src/${camel}/feature.ts`, fill('command.ts', names));
	changes.create(`cli/src/${camel}/${camel}.test.ts`, fill('command.test.ts', names));
	changes.insertSorted(FEATURES, /^import \{ \w+ \} from/, `import { ${camel} } from './${camel}/feature.ts';`);
	changes.insert(FEATURES, { before: /^\taudit,$/ }, `\t${camel},\n`);
}
