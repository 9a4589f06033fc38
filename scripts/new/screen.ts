import { type Changes, fill, mustHaveCall, type Names } from './edit.ts';

const FEATURES = 'web/src/features.ts';
const SWEEP = 'test/e2e/src/sweep.test.ts';

/** A section of the console that shows a call: its folder, its line in the list of features, and one in the sweep. */
export function screen(changes: Changes, names: Names): void {
	const { camel, pascal, lower } = names;
	mustHaveCall(changes, names);
	changes.create(`web/src/${camel}/feature.ts`, fill('webFeature.ts', names));
	changes.create(`web/src/${camel}/${pascal}.tsx`, fill('Screen.tsx', names));
	changes.insertSorted(FEATURES, /^import \{ \w+ \} from/, `import { ${camel} } from './${camel}/feature.ts';`);
	changes.insert(FEATURES, { before: /^\tshortener,$/ }, `\t${camel},\n`);
	changes.insert(SWEEP, { after: /^\t`\$\{settings\}\/overview`,\n/ }, `\t\`\${settings}/${lower}\`,\n`);
}
