/** A slash command as an application registers it (Discord's documentation, "Application Commands"). */
export interface RegisteredCommand {
	id: string;
	application_id: string;
	version: string;
	type: number;
	name: string;
	name_localizations: Localizations;
	description: string;
	description_localizations: Localizations;
	default_member_permissions: string | null;
	contexts: number[] | null;
	integration_types: number[];
	nsfw: boolean;
	options?: CommandOption[];
}

/** Texts by locale. */
export type Localizations = Record<string, string> | null;

export interface CommandOption {
	/** 3 text, 4 integer, 7 channel, 8 role, 10 number; the sandbox supports only these types. */
	type: number;
	name: string;
	name_localizations?: Localizations;
	description: string;
	description_localizations?: Localizations;
	choices?: { name: string; name_localizations?: Localizations; value: string }[];
	required?: boolean;
	autocomplete?: boolean;
	max_length?: number;
	channel_types?: number[];
}

/** Types of commands: a slash command, and an entry of the menu of a message (Discord's documentation, "Application Command Types"). */
export const COMMAND = { slash: 1, message: 3 } as const;

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
/** Discord's locales (its documentation, "Locales"). */
const LOCALES =
	'id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko'.split(
		' ',
	);
const MAX = { description: 100, options: 25, choices: 25, choice: 100 };

/** Validates a list of commands under Discord's rules. Returns the problem, or null for a valid list. */
export function commandProblem(commands: unknown): string | null {
	if (!Array.isArray(commands)) return 'must be a list';
	const list = commands as RegisteredCommand[];
	for (const command of list) {
		const { name, options = [] } = command;
		const texts = command.type === COMMAND.message ? menuProblem(command) : textsProblem(command);
		const problem = texts ?? optionsProblem(options) ?? placesProblem(command);
		if (problem) return `${name}: ${problem}`;
	}
	const isMenu = ({ type }: RegisteredCommand) => type === COMMAND.message;
	return repeatedName(list.filter((one) => !isMenu(one))) ?? repeatedName(list.filter(isMenu));
}

/** An entry of a message's menu has a name of 1 to 32 characters, in any letter case and with spaces, and nothing else. */
function menuProblem({ name, name_localizations: names, description, options = [] }: RegisteredCommand): string | null {
	const bad = [name, ...Object.values(names ?? {})].find((one) => !one || one.length > 32);
	if (bad !== undefined) return `name "${bad}" must have 1 to 32 characters`;
	return description || options.length > 0 ? 'message commands have no description and no options' : null;
}

/** Checks where a command is available. Group messages need that people install the application for themselves. */
function placesProblem({ contexts, integration_types: types }: Partial<RegisteredCommand>): string | null {
	const isSet = (list: readonly number[] | null | undefined, max: number) =>
		!list || (new Set(list).size === list.length && list.length > 0 && list.every((one) => one >= 0 && one <= max));
	if (!isSet(types, 1)) return 'integration_types must be unique: 0 or 1';
	if (!isSet(contexts, 2)) return 'contexts must be unique: 0, 1 or 2';
	return contexts?.includes(2) && !types?.includes(1) ? 'contexts: 2 requires the integration type 1' : null;
}

function optionsProblem(options: readonly CommandOption[]): string | null {
	if (options.length > MAX.options) return `at most ${MAX.options} options`;
	let optional = false;
	for (const option of options) {
		const problem = textsProblem(option) ?? choicesProblem(option);
		if (problem) return `${option.name}: ${problem}`;
		if (option.required && optional) return `${option.name}: required options must come first`;
		optional ||= !option.required;
	}
	return repeatedName(options);
}

function choicesProblem({ choices = [] }: CommandOption): string | null {
	if (choices.length > MAX.choices) return `at most ${MAX.choices} choices`;
	const names = choices.flatMap((choice) => [choice.name, ...Object.values(choice.name_localizations ?? {})]);
	return names.every((name) => name && name.length <= MAX.choice) ? null : 'choices must have 1 to 100 characters';
}

type Named = Pick<CommandOption, 'name' | 'description'> & {
	name_localizations?: Localizations;
	description_localizations?: Localizations;
};

function textsProblem(named: Named): string | null {
	const { name, name_localizations: names, description, description_localizations: descriptions } = named;
	const bad = [name, ...Object.values(names ?? {})].find((one) => !NAME.test(one) || one !== one.toLowerCase());
	if (bad !== undefined) return `name "${bad}" is invalid`;
	const long = [description, ...Object.values(descriptions ?? {})].find((one) => !one || one.length > MAX.description);
	if (long !== undefined) return `description must have 1 to ${MAX.description} characters: "${long}"`;
	const locale = Object.keys({ ...names, ...descriptions }).find((one) => !LOCALES.includes(one));
	return locale === undefined ? null : `"${locale}" is no locale`;
}

/** Names must be unique, also in each locale. */
function repeatedName(all: readonly Named[]): string | null {
	for (const locale of ['default', ...LOCALES]) {
		const names = all.map((one) => one.name_localizations?.[locale] ?? one.name);
		const twice = names.find((name, n) => names.indexOf(name) !== n);
		if (twice !== undefined) return `name "${twice}" is used twice (${locale})`;
	}
	return null;
}

/** A command as Discord lists it by default: without its localizations. */
export function withoutLocalizations(command: RegisteredCommand): object {
	const strip = (named: Named) =>
		Object.fromEntries(Object.entries(named).filter(([field]) => !field.endsWith('_localizations')));
	return {
		...strip(command),
		...(command.options && {
			options: command.options.map((option) => ({
				...strip(option),
				...(option.choices && { choices: option.choices.map(({ name, value }) => ({ name, value })) }),
			})),
		}),
	};
}

/** A registered command as Discord returns it, with the fields that Discord adds. */
export function registered(
	command: Partial<RegisteredCommand>,
	ids: { id: string; version: string; applicationId: string },
): RegisteredCommand {
	const { options } = command;
	return {
		id: ids.id,
		application_id: ids.applicationId,
		version: ids.version,
		type: command.type ?? 1,
		name: command.name as string,
		name_localizations: command.name_localizations ?? null,
		description: command.description ?? '',
		description_localizations: command.description_localizations ?? null,
		default_member_permissions: command.default_member_permissions ?? null,
		contexts: command.contexts ?? null,
		integration_types: command.integration_types ?? [0],
		nsfw: command.nsfw ?? false,
		...(options &&
			options.length > 0 && {
				// Like Discord, omits fields that are false by default.
				options: options.map((option) =>
					Object.fromEntries(Object.entries(option).filter(([, value]) => value !== false && value !== undefined)),
				) as unknown as CommandOption[],
			}),
	};
}
