import './access.css';
import { chunks, LIMITS, type ManagedUser } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ListTools } from '../ui/ListTools.tsx';
import { api } from '../api/client.ts';
import { counted, grouped } from '../ui/format.ts';
import { useAsked } from '../ui/useAsked.ts';
import { useFilter } from '../ui/useFilter.ts';
import { useUndo } from '../ui/Undo.tsx';
import { refresh, useCall } from '../api/useCall.ts';
import { useSelection } from '../ui/useSelection.ts';
import { useUser } from '../ui/Guard.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { AddMany } from './AddMany.tsx';
import { AddUser } from './AddUser.tsx';
import { EditUser } from './EditUser.tsx';
import { Requests } from './Requests.tsx';
import { expiryState } from './terms.ts';
import { usePictures } from './usePictures.ts';
import { UserRow } from './UserRow.tsx';
import { UserTable } from './UserTable.tsx';

/** How often the list is read while the page is visible, ms: it says when each user was last seen. */
const EVERY_MS = 30_000;

/** The key of a row while its deletion can be undone. */
const deleteKey = (discordId: string) => `user/${discordId}`;

/** What the list shows, by the `show` of the address. */
const SHOWS = [
	{ show: 'all', label: 'All' },
	{ show: 'expiring', label: 'Expiring within 7 days' },
	{ show: 'expired', label: 'Expired' },
] as const;
type Show = (typeof SHOWS)[number]['show'];

const isIn = (show: Show, user: ManagedUser) => show === 'all' || expiryState(user) === show;

/** The access list: open requests, then users with their roles, plans and expiry. */
export function Access() {
	const call = useCall('users', {}, { refreshInterval: EVERY_MS });
	const [opened, setOpened] = useState<'one' | 'many' | null>(null);
	useAsked('add', (value) => setOpened(value === 'many' ? 'many' : 'one'));
	const [edited, setEdited] = useState<ManagedUser | null>(null);
	const [query, setQuery] = useSearchParams();
	const show = SHOWS.find((one) => one.show === query.get('show'))?.show ?? 'all';
	const [filter, setFilter] = useFilter();
	const selection = useSelection();
	const { remove, isPendingDelete } = useUndo();
	const me = useUser();
	const ready = usePictures(call.data);
	const wanted = filter.trim().toLowerCase();
	const erase = (users: readonly ManagedUser[]) => {
		const ids = users.map(({ discordId }) => discordId);
		const [user] = users;
		const who = users.length === 1 && user ? (user.username ?? user.discordId) : counted(users.length, 'user');
		const done = ids.includes(me.discordId) ? `Deleted ${who} (you)` : `Deleted ${who}`;
		remove(ids.map(deleteKey), { done, infinitive: `delete ${who}` }, async () => {
			selection.set(ids, false);
			try {
				for (const discordIds of chunks(ids, LIMITS.deletedPerCall)) await api.usersDelete({ discordIds });
			} finally {
				await refresh('users');
			}
		});
	};
	return (
		<>
			<div className="page-head">
				<h1>Access</h1>
				<div className="tools">
					<TextInput
						aria-label="Filter users"
						placeholder="Filter by name, ID or plan"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
					<Button variant="default" onClick={() => setOpened('many')}>
						Add many
					</Button>
					<Button onClick={() => setOpened('one')}>Add User</Button>
				</div>
			</div>
			<Requests />
			<Loaded call={ready ? call : { ...call, data: undefined }} rows={4}>
				{(all) => {
					const users = all.filter(({ discordId }) => !isPendingDelete(deleteKey(discordId)));
					const shown = users.filter(
						(user) =>
							isIn(show, user) &&
							`${user.username ?? ''} ${user.discordId} ${user.plan ?? ''}`.toLowerCase().includes(wanted),
					);
					return (
						<>
							<div className="access-filters" role="group" aria-label="Show">
								{SHOWS.map((one) => (
									<Button
										key={one.show}
										variant={one.show === show ? 'light' : 'default'}
										size="xs"
										aria-pressed={one.show === show}
										onClick={() => setQuery(one.show === 'all' ? {} : { show: one.show }, { replace: true })}
									>
										{one.label} {grouped(users.filter((user) => isIn(one.show, user)).length)}
									</Button>
								))}
							</div>
							<ListTools
								selection={selection}
								keyOf={({ discordId }) => discordId}
								// Users cannot select themselves: after deleting themselves they could not delete the
								// other users.
								shown={shown.filter(({ discordId }) => discordId !== me.discordId)}
								of="users"
								note={counted(shown.length, 'user')}
								act={erase}
							/>
							<div className="scroll-x" role="region" aria-label="Users" tabIndex={0}>
								<UserTable users={shown}>
									{(user) => (
										<UserRow
											user={user}
											selected={selection.has(user.discordId)}
											select={user.discordId === me.discordId ? null : (on) => selection.set([user.discordId], on)}
											edit={() => setEdited(user)}
											erase={() => erase([user])}
										/>
									)}
								</UserTable>
								{shown.length === 0 && <p className="empty">No user matches the filter.</p>}
							</div>
							{edited && (
								<EditUser
									user={edited}
									removed={!all.some(({ discordId }) => discordId === edited.discordId)}
									close={() => setEdited(null)}
								/>
							)}
						</>
					);
				}}
			</Loaded>
			<AddUser opened={opened === 'one'} close={() => setOpened(null)} />
			<AddMany opened={opened === 'many'} close={() => setOpened(null)} />
		</>
	);
}
