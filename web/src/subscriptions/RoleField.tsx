import type { GuildRole } from '@dropwire/contract';
import { OPTION_LIMITS } from '@dropwire/contract';
import { Tags } from './Tags.tsx';

const ROLE_ID = /^\d{17,20}$/;
/** The length of a role's name at Discord. */
const NAME_LENGTH = 100;

interface Props {
	/** The server's roles as the bot last saw them; empty if it never has. */
	roles: readonly GuildRole[];
	value: readonly string[];
	change(ids: string[]): void;
	error: string | undefined;
}

/** The roles that messages mention, by name where the bot knows it. A role without a known name is shown by its id. */
export function RoleField({ roles, value, change, error }: Props) {
	const names = namesOf(roles);
	const unknown = roles.length > 0 ? value.find((one) => !ROLE_ID.test(one)) : undefined;
	return (
		<Tags
			label="Mentioned roles"
			description={
				roles.length > 0
					? 'Every message mentions these roles. Choose them by name, or paste their ids.'
					: 'Every message mentions these roles by id. To copy one, turn on Developer Mode in Discord (User Settings, Advanced), right-click the role in Server Settings, Roles, and choose Copy Role ID.'
			}
			of={roles.length > 0 ? 'role' : 'role id'}
			max={OPTION_LIMITS.mentions}
			longest={NAME_LENGTH}
			value={value.map((id) => names.get(id) ?? id)}
			choices={[...names.values()]}
			change={(chosen) => change([...new Set(chosen.map((one) => idOf(one, names)))])}
			error={unknown === undefined ? error : `No role has the name "${unknown}". Choose one from the list.`}
		/>
	);
}

/**
 * The id of a role that was chosen or typed: its name, in any case and with or without the @, or a part of the name that no
 * other role has. Any other text is returned unchanged.
 */
function idOf(text: string, names: ReadonlyMap<string, string>): string {
	const typed = text.trim().replace(/^@/, '').toLowerCase();
	const roles = [...names].map(([id, name]) => ({ id, name: name.slice(1).toLowerCase() }));
	const same = roles.filter(({ name }) => name === typed);
	const [only, ...others] = same.length > 0 ? same : roles.filter(({ name }) => name.includes(typed));
	return only && others.length === 0 && typed !== '' ? only.id : text;
}

/** Each role's name; with its id where several roles have the same. */
function namesOf(roles: readonly GuildRole[]): Map<string, string> {
	const same = Map.groupBy(roles, ({ name }) => name);
	return new Map(
		roles.map(({ id, name }) => [id, (same.get(name)?.length ?? 0) > 1 ? `@${name} (${id})` : `@${name}`]),
	);
}
