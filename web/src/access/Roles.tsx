import type { ManagedUser } from '@dropwire/bff/contract';
import { Button, Checkbox, Popover } from '@mantine/core';
import { useState } from 'react';
import { api } from '../data/client.ts';
import { reasonOf, refresh } from '../data/useCall.ts';

export const ROLE_NAMES = { admin: 'Admin', editor: 'Editor', premium: 'Premium Client' } as const;

/** Editor and premium are given and taken here; admin is not (spec 1, section 4). */
export function Roles({ user, name }: { user: ManagedUser; name: string }) {
	const [error, setError] = useState<string | null>(null);
	const [busy, setBusy] = useState<string | null>(null);
	/** What is being changed is shown as it will be. */
	const isOn = (role: 'editor' | 'premium') => user.roles.includes(role) !== (busy === role);
	async function toggle(role: 'editor' | 'premium', on: boolean) {
		setBusy(role);
		setError(null);
		try {
			await api.usersChange({ action: on ? 'INSERT-ROLE' : 'DELETE-ROLE', discordId: user.discordId, role });
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'role')}`);
		}
		await refresh('users');
		setBusy(null);
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
						description="Given when adding a person, not here"
					/>
					{(['editor', 'premium'] as const).map((role) => (
						<Checkbox
							key={role}
							label={ROLE_NAMES[role]}
							checked={isOn(role)}
							// Not disabled meanwhile: that would take the focus out of the popup, and Escape with it.
							onChange={(event) => busy !== role && void toggle(role, event.currentTarget.checked)}
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
