import { CommanderError } from 'commander';
import { EXIT, usage } from './failure.ts';
import { calledServer } from './server/client.ts';
import { useProxy } from './server/proxy.ts';
import { buildProgram, everyCommand } from './program.ts';
import type { Globals } from './server/session.ts';
import { endOnInterrupt } from './terminal/interrupt.ts';
import { endWithOutput, isQuiet } from './terminal/output.ts';

/** Runs the command in the arguments as the only work of this process, which ends with its signals and its output. */
export async function main(argv: readonly string[]): Promise<void> {
	endWithOutput();
	endOnInterrupt();
	useProxy();
	await run(argv);
}

/** A version check is a second request, so its code is only loaded after a command that called a server. */
async function warnIfOld(): Promise<void> {
	const url = calledServer();
	if (url === null || isQuiet()) return;
	const { warnIfServerIsNewer } = await import('./server/version.ts');
	await warnIfServerIsNewer(url);
}

/** Runs the command in the arguments, and sets the exit code. All errors are reported here. */
export async function run(argv: readonly string[]): Promise<void> {
	const program = buildProgram();
	const json = argv.some((one) => one === '--json' || one === '--jq' || one.startsWith('--jq='));
	// With --json, commander's message is part of the error object instead.
	if (json) for (const command of everyCommand(program)) command.configureOutput({ writeErr: () => undefined });
	try {
		await program.parseAsync(argv);
		if (!json) await warnIfOld();
	} catch (error) {
		if (error instanceof CommanderError) {
			// commander has already printed it; help and version are not errors.
			process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
			if (error.exitCode === 0 || !json) return;
		}
		const { reportError } = await import('./reportError.ts');
		process.exitCode = reportError(
			error instanceof CommanderError ? usage(error.message.replace(/^error: /, '')) : error,
			{ ...program.opts<Globals>(), json },
		);
	}
}
