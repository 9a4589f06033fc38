import { CannotGenerate, type Changes, type Names } from './edit.ts';

const SETTINGS = 'bff/src/settings.ts';

/** A setting of the server that can be left out. A setting of the engine or the bot is declared in its own settings.ts. */
export function setting(changes: Changes, { constant, title }: Names): void {
	if (changes.read(SETTINGS).includes(`\t${constant}:`))
		throw new CannotGenerate(`${SETTINGS} has ${constant} already`);
	changes.insert(
		SETTINGS,
		{ before: /^\t\.\.\.engineSettings,$/ },
		`	${constant}: z.string().optional().meta({ description: '${title}: what it does, and its unit' }),\n`,
	);
}
