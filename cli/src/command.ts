import { Argument, Command, Option } from 'commander';
import type { ExitCode } from './failure.ts';
import type { Globals } from './server/session.ts';

/** One call of a command. */
export interface Invocation<Options = object, Args = readonly unknown[]> {
	/** In the order of the definition. */
	args: Args;
	options: Options;
	/** The options that every command has. */
	globals: Globals;
	/** The program that the command belongs to. */
	program: Command;
}

/** What a command does. Returns the exit code if it is not 0, and throws a Failure for expected errors. */
export type Work<Options = object, Args = readonly unknown[]> = (
	invocation: Invocation<Options, Args>,
) => Promise<ExitCode | void>;

/** A command as the table of its feature describes it. Flags and names are written as commander reads them. */
export interface Described {
	name: string;
	text: string;
	/** The text in the list of commands, if it is not `text`. */
	summary?: string;
	args?: readonly (readonly [name: string, text: string] | Argument)[];
	options?: readonly (readonly [flags: string, text: string] | Option)[];
	/** Command lines without `dropwire`, each with what it does. */
	examples?: readonly (readonly [line: string, text: string])[];
	/** The end of its help. */
	more?: string;
	/** The command of a group that runs if none is named. */
	isDefault?: true;
	/** Not for users: it takes any option, and has no help. */
	hidden?: true;
}

/** A command with the work that is loaded when it is called. The work declares the types of its arguments and options. */
export interface CommandEntry extends Described {
	load: () => Promise<{ run: Work<never, never> }>;
}

/** Commands under one word. Without a command it prints its help. */
export interface GroupEntry extends Described {
	commands: readonly CommandEntry[];
}

/** The commands of a feature: one object per command. */
export type Feature = readonly (CommandEntry | GroupEntry)[];

/** Makes the command of a table's entry. */
export function makeCommand(entry: CommandEntry | GroupEntry): Command {
	const command = new Command(entry.name).description(entry.text);
	if (entry.summary !== undefined) command.summary(entry.summary);
	if ('commands' in entry) {
		for (const one of entry.commands) command.addCommand(makeCommand(one), { isDefault: one.isDefault === true });
		return command;
	}
	for (const one of entry.args ?? []) command.addArgument(one instanceof Argument ? one : new Argument(...one));
	for (const one of entry.options ?? []) command.addOption(one instanceof Option ? one : new Option(...one));
	if (entry.examples) command.addHelpText('after', examplesText(entry.examples));
	if (entry.more !== undefined) command.addHelpText('after', entry.more);
	if (entry.hidden) command.allowUnknownOption().helpOption(false);
	return command.action(async function act(this: Command) {
		const { run } = await entry.load();
		const invocation: Invocation = {
			args: this.processedArgs,
			options: this.opts(),
			globals: this.optsWithGlobals(),
			program: rootOf(this),
		};
		process.exitCode = (await run(invocation as Invocation<never, never>)) ?? 0;
	});
}

function examplesText(examples: NonNullable<Described['examples']>): string {
	return ['', 'Examples:', ...examples.flatMap(([line, text]) => [`  # ${text}`, `  dropwire ${line}`])].join('\n');
}

function rootOf(command: Command): Command {
	return command.parent ? rootOf(command.parent) : command;
}

/** An option whose text is parsed. */
export function option(flags: string, text: string, parse: (text: string) => unknown): Option {
	return new Option(flags, text).argParser(parse);
}

/** The fields that have a value. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
	const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
