import './access.css';
import type { ManagedUser } from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ListTools } from '../data/ListTools.tsx';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { refresh, useCall } from '../data/useCall.ts';
import { useChosen } from '../data/useChosen.ts';
import { useUser } from '../shell/Guard.tsx';
import { Loaded } from '../shell/Loading.tsx';
import { AddUser } from './AddUser.tsx';
import { usePictures } from './usePictures.ts';
import { nameOf, UserRow } from './UserRow.tsx';

/** How a deletion that can be taken back is named. */
const goingKey = (discordId: string) => `user/${discordId}`;

/** Who may use Dropwire, and in which role. */
export function Access() {
	const question = useCall('users', {});
	const [opened, setOpened] = useState(false);
	const [filter, setFilter] = useState('');
	const chosen = useChosen();
	const { remove, isGoing } = useUndo();
	const me = useUser();
	const ready = usePictures(question.data);
	const wanted = filter.trim().toLowerCase();
	const erase = (people: readonly ManagedUser[]) => {
		const ids = people.map(({ discordId }) => discordId);
		const who = people.length === 1 && people[0] ? nameOf(people[0]) : `${people.length} people`;
		remove(ids.map(goingKey), `Deleted ${who}${ids.includes(me.discordId) ? ' (you)' : ''}`, async () => {
			chosen.set(ids, false);
			try {
				await Promise.all(ids.map((discordId) => api.usersChange({ action: 'DELETE', discordId })));
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
							!isGoing(goingKey(user.discordId)) &&
							`${user.username ?? ''} ${user.discordId}`.toLowerCase().includes(wanted),
					);
					return (
						<>
							<ListTools
								chosen={chosen}
								keyOf={({ discordId }) => discordId}
								// Oneself goes alone: who is gone can delete nobody else.
								shown={shown.filter(({ discordId }) => discordId !== me.discordId)}
								of="people"
								act={erase}
							/>
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
											<UserRow
												key={user.discordId}
												user={user}
												chosen={chosen.has(user.discordId)}
												choose={user.discordId === me.discordId ? null : (on) => chosen.set([user.discordId], on)}
												erase={() => erase([user])}
											/>
										))}
									</tbody>
								</table>
								{shown.length === 0 && <p className="empty">Nobody of that name or ID.</p>}
							</div>
						</>
					);
				}}
			</Loaded>
			<AddUser opened={opened} close={() => setOpened(false)} />
		</>
	);
}
