import './access.css';
import type { ManagedUser } from '@dropwire/bff/contract';
import { ActionIcon, Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { reasonOf, refresh, useCall } from '../data/useCall.ts';
import { avatarUrl, Face } from '../shell/Face.tsx';
import { useUser } from '../shell/Guard.tsx';
import { Loaded } from '../shell/Loading.tsx';
import { AddUser } from './AddUser.tsx';

const ROLE_NAMES = { admin: 'Admin', editor: 'Editor', premium: 'Premium Client' } as const;
/** The table waits for its pictures, but not for ever. */
const PICTURES_MS = 1500;

/** Who may use Dropwire, and in which role. */
export function Access() {
	const question = useCall('users', {});
	const [opened, setOpened] = useState(false);
	const [filter, setFilter] = useState('');
	const { isGoing } = useUndo();
	const ready = usePictures(question.data);
	const wanted = filter.trim().toLowerCase();
	return (
		<>
			<div className="page-head">
				<h1>Access</h1>
				<div className="tools">
					<TextInput
						aria-label="Filter people"
						placeholder="Filter by name or ID"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
					<Button onClick={() => setOpened(true)}>Add User</Button>
				</div>
			</div>
			<Loaded question={ready ? question : { ...question, data: undefined }} rows={4}>
				{(users) => {
					const shown = users.filter(
						(user) =>
							!isGoing(`user/${user.discordId}`) &&
							`${user.username ?? ''} ${user.discordId}`.toLowerCase().includes(wanted),
					);
					return (
						<div className="scroll-x" role="region" aria-label="People" tabIndex={0}>
							<table className="table">
								<thead>
									<tr>
										<th scope="col">Name</th>
										<th scope="col">ID</th>
										<th scope="col">Role</th>
										<th scope="col">Access</th>
										<th scope="col">Actions</th>
									</tr>
								</thead>
								<tbody>
									{shown.map((user) => (
										<UserRow key={user.discordId} user={user} />
									))}
								</tbody>
							</table>
							{shown.length === 0 && <p className="empty">Nobody of that name or ID.</p>}
						</div>
					);
				}}
			</Loaded>
			<AddUser opened={opened} close={() => setOpened(false)} />
		</>
	);
}

function UserRow({ user }: { user: ManagedUser }) {
	const { remove } = useUndo();
	const me = useUser();
	const name = nameOf(user);
	return (
		<tr>
			<td>
				<span className="person">
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
						onClick={() =>
							remove(
								`user/${user.discordId}`,
								`Deleted ${name}${user.discordId === me.discordId ? ' (you)' : ''}`,
								async () => {
									await api
										.usersChange({ action: 'DELETE', discordId: user.discordId })
										.finally(() => void refresh('users'));
								},
							)
						}
					>
						<Trash2 size={16} aria-hidden="true" />
					</ActionIcon>
				</span>
			</td>
		</tr>
	);
}

/** Editor and premium are given and taken here; admin is not (spec 1, section 4). */
function Roles({ user, name }: { user: ManagedUser; name: string }) {
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
							disabled={busy === role}
							onChange={(event) => void toggle(role, event.currentTarget.checked)}
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

/** A discriminator of '0' is Discord's word for none. */
function nameOf({ username, discriminator }: ManagedUser): string {
	if (username === null) return 'Not authorized';
	return discriminator === '0' ? username : `${username}#${discriminator}`;
}

/** Whether the pictures of these people have loaded, failed, or taken too long. */
function usePictures(users: readonly ManagedUser[] | undefined): boolean {
	const [ready, setReady] = useState(false);
	useEffect(() => {
		if (!users || ready) return undefined;
		let left = false;
		const loaded = users.flatMap((user) => {
			const src = avatarUrl(user);
			if (!src) return [];
			const image = new Image();
			image.src = src;
			// One that does not load is shown as a generic face by who draws it; here it only must not hold up the table.
			return image.decode().catch(() => undefined);
		});
		const late = new Promise((resolve) => setTimeout(resolve, PICTURES_MS));
		void Promise.race([Promise.all(loaded), late]).then(() => {
			if (!left) setReady(true);
		});
		return () => {
			left = true;
		};
	}, [users, ready]);
	return ready;
}
