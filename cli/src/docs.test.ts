import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliDocs } from './docs.ts';
import { buildProgram, everyCommand } from './program.ts';

test('docs/cli.md is up to date (node cli/src/docs.ts > docs/cli.md)', () => {
	expect(readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8')).toBe(cliDocs());
});

test('every command, argument and option has a description', () => {
	for (const command of everyCommand(buildProgram())) {
		const name = command.name();
		expect({ name, description: command.description() }).toEqual({ name, description: expect.stringMatching(/\S/) });
		for (const { description } of [...command.options, ...command.registeredArguments])
			expect({ name, description }).toEqual({ name, description: expect.stringMatching(/\S/) });
	}
});
