import '../theme/overlays.ts';
import type { ManagedUser } from '@dropwire/contract';
import { Button, Checkbox, Popover } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';

export const ROLE_NAMES = { admin: 'Admin', editor: 'Editor', premium: 'Premium Client' } as const;

type Role = 'editor' | 'premium';

/** Grants and revokes the editor and premium roles; admin cannot be changed here (spec 1, section 4). */
export function Roles({ user, name }: { user: ManagedUser; name: string }) {
	const [error, setError] = useState<string | null>(null);
	const [change, setChange] = useState<{ role: Role; on: boolean } | null>(null);
	/** Shows a change immediately, until the list has been read again. */
	const isOn = (role: Role) => (change?.role === role ? change.on : user.roles.includes(role));
	async function toggle(role: Role, on: boolean) {
		setChange({ role, on });
		setError(null);
		try {
			await api.usersChange({ action: on ? 'INSERT-ROLE' : 'DELETE-ROLE', discordId: user.discordId, role });
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'role')}`);
		}
		await refresh('users');
		setChange(null);
	}
	return (
		<Popover position="bottom-end" trapFocus returnFocus>
			<Popover.Target>
				<Button variant="default" size="xs" aria-label={`Roles of ${name}`}>
					Roles
				</Button>
			</Popover.Target>
			<Popover.Dropdown>
				<div className="checks">
					<Checkbox
						label={<s>Admin</s>}
						checked={user.client === 'false'}
						disabled
						readOnly
						description="Set when the user is added"
					/>
					{(['editor', 'premium'] as const).map((role) => (
						<Checkbox
							key={role}
							label={ROLE_NAMES[role]}
							checked={isOn(role)}
							// Not disabled while saving: that would move the focus out of the popup, and Escape would not close it.
							onChange={(event) => change?.role !== role && void toggle(role, event.currentTarget.checked)}
						/>
					))}
					{error && (
						<p className="bad" role="alert" style={{ margin: 0 }}>
							{error}
						</p>
					)}
				</div>
			</Popover.Dropdown>
		</Popover>
	);
}
