import { expect, test } from 'vitest';
import { buildProgram, everyCommand } from './program.ts';

test('every command, argument and option has a description', () => {
	for (const command of everyCommand(buildProgram())) {
		const name = command.name();
		expect({ name, description: command.description() }).toEqual({ name, description: expect.stringMatching(/\S/) });
		for (const { description } of [...command.options, ...command.registeredArguments])
			expect({ name, description }).toEqual({ name, description: expect.stringMatching(/\S/) });
	}
});
