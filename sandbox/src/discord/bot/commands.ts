/** A slash command as an application registers it (Discord's documentation, "Application Commands"). */
export interface RegisteredCommand {
	id: string;
	application_id: string;
	version: string;
	type: number;
	name: string;
	description: string;
	default_member_permissions: string | null;
	contexts: number[] | null;
	integration_types: number[];
	nsfw: boolean;
	options?: CommandOption[];
}

export interface CommandOption {
	/** 3 text, 7 channel: those that the sandbox gives. */
	type: number;
	name: string;
	description: string;
	required?: boolean;
	autocomplete?: boolean;
	max_length?: number;
	channel_types?: number[];
}

const NAME = /^[-_'\p{L}\p{N}]{1,32}$/u;

/** What is wrong with a list of commands, by Discord's rules; null when nothing is. */
export function commandProblem(commands: unknown): string | null {
	if (!Array.isArray(commands)) return 'must be a list';
	const names = new Set<string>();
	for (const { name, description, options = [] } of commands as RegisteredCommand[]) {
		if (!NAME.test(name) || name !== name.toLowerCase()) return `name "${name}" is invalid`;
		if (names.has(name)) return `name "${name}" stands twice`;
		names.add(name);
		if (!description || description.length > 100) return `${name}: description must have 1 to 100 characters`;
		if (options.length > 25) return `${name}: at most 25 options`;
		let optional = false;
		for (const option of options) {
			if (!NAME.test(option.name)) return `${name}: option "${option.name}" is invalid`;
			if (!option.description || option.description.length > 100) {
				return `${name} ${option.name}: description must have 1 to 100 characters`;
			}
			if (option.required && optional) return `${name} ${option.name}: required options must come first`;
			optional ||= !option.required;
		}
	}
	return null;
}

/** A registered command as Discord tells it, with the fields that it adds. */
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
		description: command.description ?? '',
		default_member_permissions: command.default_member_permissions ?? null,
		contexts: command.contexts ?? null,
		integration_types: command.integration_types ?? [0],
		nsfw: command.nsfw ?? false,
		...(options &&
			options.length > 0 && {
				// As Discord does, what is false by default is not told.
				options: options.map((option) =>
					Object.fromEntries(Object.entries(option).filter(([, value]) => value !== false && value !== undefined)),
				) as unknown as CommandOption[],
			}),
	};
}
