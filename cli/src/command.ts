import { Command } from 'commander';
import type { ExitCode } from './failure.ts';
import type { Globals } from './server/session.ts';

/** What a command is given: its arguments in order, its options, and those that every command has. */
export interface Given<Options = object> {
	args: readonly unknown[];
	options: Options;
	globals: Globals;
}

/** A command's work. It returns the exit code where that is not 0, and throws a Failure for what it cannot do. */
export type Work<Options = object> = (given: Given<Options>) => Promise<ExitCode | void>;

/** The action of a command whose work is loaded when it is called. The work sets its own options' type. */
export function lazily(load: () => Promise<{ run: Work<never> }>) {
	return async function act(this: Command): Promise<void> {
		const { run } = await load();
		const given: Given = { args: this.processedArgs, options: this.opts(), globals: this.optsWithGlobals() };
		const code = await run(given as Given<never>);
		process.exitCode = code ?? 0;
	};
}

/** A command with subcommands: alone it shows what there is. */
export function group(name: string, description: string): Command {
	return new Command(name).description(description);
}
