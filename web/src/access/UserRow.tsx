import type { ManagedUser } from '@dropwire/bff/contract';
import { ActionIcon, Checkbox } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { Face } from '../shell/Face.tsx';
import { ROLE_NAMES, Roles } from './Roles.tsx';

/** One person: who they are, what they may, and what can be done about it. */
export function UserRow({
	user,
	chosen,
	choose,
	erase,
}: {
	user: ManagedUser;
	chosen: boolean;
	/** Null for who cannot be chosen. */
	choose: ((on: boolean) => void) | null;
	erase(): void;
}) {
	const name = nameOf(user);
	return (
		<tr>
			<td>
				<span className="person">
					<Checkbox
						size="xs"
						aria-label={`Choose ${name} (${user.discordId})`}
						checked={chosen}
						disabled={choose === null}
						onChange={(event) => choose?.(event.currentTarget.checked)}
					/>
					<Face {...user} /> <span className={user.username === null ? 'dim' : ''}>{name}</span>
				</span>
			</td>
			<td className="mono">{user.discordId}</td>
			<td>{user.roles.map((role) => ROLE_NAMES[role]).join(', ') || '–'}</td>
			<td>{user.client === 'true' ? 'Client' : 'Admin'}</td>
			<td>
				<span className="person">
					<Roles user={user} name={name} />
					<ActionIcon
						variant="subtle"
						color="gray"
						size={32}
						aria-label={`Delete ${name} (${user.discordId})`}
						onClick={erase}
					>
						<Trash2 size={16} aria-hidden="true" />
					</ActionIcon>
				</span>
			</td>
		</tr>
	);
}

/** A discriminator of '0' is Discord's word for none. */
export function nameOf({ username, discriminator }: ManagedUser): string {
	if (username === null) return 'Not authorized';
	return discriminator === '0' ? username : `${username}#${discriminator}`;
}
