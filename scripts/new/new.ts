/**
 * `npm run new -- KIND NAME`: writes the files and lines of a new brand, source, call, screen, command, setting or
 * migration. They compile and pass their tests as they are; CONTRIBUTING.md says what to replace in them.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { brand } from './brand.ts';
import { call } from './call.ts';
import { command } from './command.ts';
import { CannotGenerate, Changes, type Names, namesOf } from './edit.ts';
import { migration } from './migration.ts';
import { screen } from './screen.ts';
import { setting } from './setting.ts';
import { source } from './source.ts';

const KINDS: Readonly<Record<string, (changes: Changes, names: Names, root: string) => void>> = {
	brand,
	source,
	call,
	screen,
	command,
	setting,
	migration,
};
const root = join(import.meta.dirname, '../..');

function run(kind = '', name = ''): void {
	const generate = KINDS[kind];
	if (!generate || !name)
		throw new CannotGenerate(`Usage: npm run new -- KIND NAME, where KIND is ${Object.keys(KINDS).join(', ')}`);
	const changes = new Changes(root);
	generate(changes, namesOf(name), root);
	changes.write();
	const modules = join(root, 'node_modules/.bin');
	spawnSync(join(modules, 'oxfmt'), changes.files, { cwd: root, stdio: 'inherit' });
	console.log(changes.files.map((path) => `wrote ${path}`).join('\n'));
	const { status } = spawnSync(process.execPath, ['scripts/docs.mjs'], { cwd: root, stdio: 'inherit' });
	process.exitCode = status ?? 1;
}

try {
	const [kind, ...words] = process.argv.slice(2);
	run(kind, words.join(' '));
} catch (error) {
	if (!(error instanceof CannotGenerate)) throw error;
	console.error(error.message);
	process.exitCode = 2;
}
