import { existsSync, readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig, parseEnv } from 'node:util';
import { z } from 'zod';
import { problemOf } from './problems.ts';

/** An invalid configuration; the message is one line for the person who starts the process. */
export class SettingsError extends Error {
	override name = 'SettingsError';
}

/**
 * Reads settings from the environment (and `.env` beside it, which never overrides what is set) and checks them all
 * at once. A package declares its settings as a zod shape with `.meta({ description })` and spreads the shapes of the
 * packages that it builds on, so each setting is declared once. A value can be in a file (`withFiles`).
 * @throws SettingsError naming every invalid setting, in one line
 */
export function readSettings<Shape extends z.ZodRawShape>(
	shape: Shape,
	env: NodeJS.ProcessEnv = process.env,
): Readonly<z.output<z.ZodObject<Shape>>> {
	const names = Object.keys(shape);
	const all = withFiles(names, env);
	const given = Object.fromEntries(
		names.flatMap((name) => {
			const value = all[name]?.trim();
			return value ? [[name, value]] : [];
		}),
	);
	const result = z.object(shape).safeParse(given);
	if (result.success) return Object.freeze(result.data);
	const invalid = result.error.issues.map(({ path, message, code, input }) => {
		const missing = code === 'invalid_type' && input === undefined;
		const [name, index] = path;
		const place = typeof index === 'number' ? `${String(name)}: value ${index + 1}` : String(name);
		return `${place} ${missing ? 'must be set' : message}`;
	});
	throw new SettingsError(`Invalid configuration: ${invalid.join('; ')}`);
}

/**
 * The environment with the values of settings that are in files: `NAME_FILE` names a file with the value of NAME, for secrets
 * that are mounted. What is set itself counts first. Whoever reads settings without `readSettings` needs it.
 * @throws SettingsError for a file that is empty or cannot be read
 */
export function withFiles(names: readonly string[], env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	const found = names.flatMap((name) => {
		const value = env[name]?.trim() ? undefined : fileOf(name, env);
		return value === undefined ? [] : [[name, value] as const];
	});
	return { ...env, ...Object.fromEntries(found) };
}

/** The value in the file that `{name}_FILE` names; undefined if that is not set. */
function fileOf(name: string, env: NodeJS.ProcessEnv): string | undefined {
	const file = env[`${name}_FILE`]?.trim();
	if (!file) return undefined;
	let value = '';
	try {
		value = readFileSync(file, 'utf8').trim();
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new SettingsError(`Invalid configuration: ${name}_FILE: ${file} cannot be read (${code})`);
	}
	if (value === '') throw new SettingsError(`Invalid configuration: ${name}_FILE: ${file} is empty`);
	return value;
}

/**
 * Reads the arguments of a program. With `--help` it prints what the program does and ends it.
 * @param usage begins with a line that shows how it is called
 * @throws SettingsError for an argument that the program does not have
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
	usage: string,
	options: Options,
	{ allowPositionals = false, args = process.argv.slice(2) } = {},
) {
	if (args.includes('--help') || args.includes('-h')) {
		console.log(usage);
		process.exit(0);
	}
	try {
		return parseArgs({ args, options, allowPositionals });
	} catch (error) {
		const [problem] = (error as Error).message.split('. ');
		const [call] = usage.split('\n');
		throw new SettingsError(`${problem}. ${call}`);
	}
}

/** Loads a file of settings, where there is one, into the process's environment. What is set there stays. */
export function loadEnvFile(file = '.env'): void {
	if (!existsSync(file)) return;
	// Not `process.loadEnvFile`: a byte order mark, which some editors write, would be part of the first name.
	const settings = parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
	for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
}

/** A whole number from `low` to `high`, given as text. */
export function wholeNumber(low: number, high: number) {
	return z
		.string()
		.regex(/^\d+$/, `must be a whole number from ${low} to ${high}`)
		.transform(Number)
		.refine((value) => value >= low && value <= high, `must be a whole number from ${low} to ${high}`);
}

/** An origin, in the form in which browsers send it. */
export function originUrl() {
	return httpUrl()
		.transform((value) => new URL(value))
		.refine(
			({ username, password, pathname, search, hash }) =>
				pathname === '/' && [username, password, search, hash].every((part) => part === ''),
			'must be an origin such as https://drop.example, without path, query, user or password',
		)
		.transform(({ origin }) => origin);
}

/** A base address, without a trailing slash. */
export function httpUrl() {
	return z
		.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
		.transform((value) => value.replace(/\/+$/, ''));
}

/** One of the given words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
	return z.enum(words, { error: `must be one of ${words.join(', ')}` });
}

/** Declared once, since every process logs. */
export const logSettings = {
	LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').meta({
		description: 'Lowest level that is logged: fatal, error, warn, info, debug, trace or silent',
	}),
};

/**
 * A setting that is a JSON list.
 * @param what an entry of the list; errors name its number, the field and the value
 */
export function jsonList<Entry extends z.ZodType>(
	list: z.ZodType<z.output<Entry>[]>,
	{ what, example }: { what: string; example: string },
) {
	return z.string().transform((text, context): z.output<Entry>[] => {
		const value = parsed(text);
		const { data, error } = list.safeParse(value, { error: problemOf });
		if (data) return data;
		const problems = error.issues.map(({ path, message }) => {
			const [entry, ...field] = path;
			if (entry === undefined) return message;
			const given = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
			const stated = field.length > 0 && given !== undefined ? ` (it is ${JSON.stringify(given)})` : '';
			return `${[`${what} ${Number(entry) + 1}`, ...field, message].join(' ')}${stated}`;
		});
		context.addIssue({ code: 'custom', message: `must be JSON like ${example}: ${problems.join(', ')}` });
		return z.NEVER;
	});
}

/** Undefined for text that is not JSON, which no schema accepts. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
