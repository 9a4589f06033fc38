import { Command } from 'commander';
import type { ExitCode } from './failure.ts';
import type { Globals } from './server/session.ts';

/** One call of a command. */
export interface Invocation<Options = object> {
	/** In the order of the definition. */
	args: readonly unknown[];
	options: Options;
	/** The options that every command has. */
	globals: Globals;
	/** The program that the command belongs to. */
	program: Command;
}

/** What a command does. Returns the exit code if it is not 0, and throws a Failure for expected errors. */
export type Work<Options = object> = (invocation: Invocation<Options>) => Promise<ExitCode | void>;

/** An action that loads the command's work when it is called. The work declares the type of its options. */
export function lazily(load: () => Promise<{ run: Work<never> }>) {
	return async function act(this: Command): Promise<void> {
		const { run } = await load();
		const invocation: Invocation = {
			args: this.processedArgs,
			options: this.opts(),
			globals: this.optsWithGlobals(),
			program: rootOf(this),
		};
		const code = await run(invocation as Invocation<never>);
		process.exitCode = code ?? 0;
	};
}

/** A command with subcommands; without one it prints its help. */
export function group(name: string, description: string): Command {
	return new Command(name).description(description);
}

function rootOf(command: Command): Command {
	return command.parent ? rootOf(command.parent) : command;
}
