import type { ManagedUser } from '@dropwire/contract';
import { ActionIcon, Checkbox } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { UserAvatar } from '../ui/UserAvatar.tsx';
import { dateTime, fromNow } from '../ui/format.ts';
import { lastSeen, nameOf } from './names.ts';
import { ROLE_NAMES, Roles } from './Roles.tsx';
import { expiryState } from './terms.ts';

/** The cells of one user, with their roles and actions. */
export function UserRow({
	user,
	selected,
	select,
	edit,
	erase,
}: {
	user: ManagedUser;
	selected: boolean;
	/** Null for a user who cannot be selected. */
	select: ((on: boolean) => void) | null;
	edit(): void;
	erase(): void;
}) {
	const name = nameOf(user);
	// Access says who is an admin.
	const roles = user.roles.filter((role) => role !== 'admin').map((role) => ROLE_NAMES[role]);
	return (
		<>
			<td>
				<span className="person">
					<Checkbox
						size="xs"
						aria-label={`Select ${name} (${user.discordId})`}
						checked={selected}
						disabled={select === null}
						onChange={(event) => select?.(event.currentTarget.checked)}
					/>
					<UserAvatar {...user} /> <span className={user.username === null ? 'dim' : ''}>{name}</span>
				</span>
				<span className="narrow-only dim">
					<span className="mono">{user.discordId}</span>
					<br />
					{[user.client === 'true' ? 'Client' : 'Admin', ...roles, user.plan].filter(Boolean).join(' · ')}
				</span>
			</td>
			<td className="mono wide-only">{user.discordId}</td>
			<td className="wide-only">{roles.join(', ') || '–'}</td>
			<td className="wide-only">{user.client === 'true' ? 'Client' : 'Admin'}</td>
			<td className="wide-only">{user.plan ?? '–'}</td>
			<td>
				<Expiry user={user} />
			</td>
			<td className="wide-only" title={user.lastSeenAt === null ? undefined : dateTime(user.lastSeenAt)}>
				{lastSeen(user)}
			</td>
			<td>
				<span className="person actions">
					<Roles user={user} name={name} />
					<ActionIcon
						variant="subtle"
						color="gray"
						size={32}
						aria-label={`Edit ${name} (${user.discordId})`}
						title={user.note ?? undefined}
						onClick={edit}
					>
						<Pencil size={16} aria-hidden="true" />
					</ActionIcon>
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
		</>
	);
}

const STATES = { current: '', expiring: 'expiry-soon', expired: 'bad' } as const;

/** When a user's access expires, or that it has. */
function Expiry({ user }: { user: ManagedUser }) {
	const { expiresAt } = user;
	if (expiresAt === null) return '–';
	const state = expiryState(user);
	return (
		<span className={STATES[state]} title={dateTime(expiresAt)}>
			{state === 'expired' ? 'expired ' : ''}
			{fromNow(expiresAt)}
		</span>
	);
}
