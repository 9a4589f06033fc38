import { CommanderError } from 'commander';
import { EXIT, usage } from './failure.ts';
import { buildProgram, everyCommand } from './program.ts';
import { endOnInterrupt } from './terminal/interrupt.ts';
import { endWithReader } from './terminal/output.ts';

/** Runs what the arguments ask for. The only place where an error becomes text and an exit code. */
export async function main(argv: readonly string[]): Promise<void> {
	endWithReader();
	endOnInterrupt();
	const program = buildProgram();
	const json = argv.includes('--json');
	// With --json its words are part of the error's object.
	if (json) for (const command of everyCommand(program)) command.configureOutput({ writeErr: () => undefined });
	try {
		await program.parseAsync(argv);
	} catch (error) {
		if (error instanceof CommanderError) {
			// commander has said it already; help and version are no errors.
			process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
			if (error.exitCode === 0 || !json) return;
		}
		const { tell } = await import('./tell.ts');
		process.exitCode = tell(
			error instanceof CommanderError ? usage(error.message.replace(/^error: /, '')) : error,
			json,
		);
	}
}
