import { type CallOutput, type Contract, LIMITS, TOKEN_SCOPES, type TokenScope } from '@dropwire/contract';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { FormModal } from '../ui/FormModal.tsx';

const DAY = 86_400_000;
const EXPIRIES = [
	{ value: '30', label: 'In 30 days' },
	{ value: '90', label: 'In 90 days' },
	{ value: '365', label: 'In a year' },
	{ value: '', label: 'Never' },
];
const SCOPES: Readonly<Record<TokenScope, string>> = {
	read: 'Read: lists, deliveries, events',
	write: 'Write: change lists and webhooks, submit events',
	bot: 'Bot: act for the people who use its commands (without other scopes)',
};
const EMPTY = { name: '', scopes: ['read'] as readonly TokenScope[], days: '90' };

interface Props {
	opened: boolean;
	close(): void;
	/** Called with the token, which the server shows only once. */
	created(token: CallOutput<Contract['tokenCreate']>['data']): void;
}

/** The chosen scopes; `bot` is a token's only one, so the last choice replaces what cannot be combined with it. */
function combinable(before: readonly TokenScope[], chosen: readonly string[]): readonly TokenScope[] {
	const added = TOKEN_SCOPES.filter((scope) => chosen.includes(scope) && !before.includes(scope));
	if (added.includes('bot')) return ['bot'];
	return TOKEN_SCOPES.filter((scope) => chosen.includes(scope) && (scope !== 'bot' || added.length === 0));
}

/** Creates an API token. */
export function CreateToken({ opened, close, created }: Props) {
	const [token, setToken] = useState(EMPTY);
	const { name, scopes, days } = token;
	const change = (part: Partial<typeof EMPTY>) => setToken({ name, scopes, days, ...part });
	async function create() {
		const expiresAt = days === '' ? null : Date.now() + Number(days) * DAY;
		const { data } = await api.tokenCreate({ name, scopes: [...scopes], expiresAt });
		created(data);
		// After Cancel, the next token may have been typed in the meantime.
		setToken((now) => (now === token ? EMPTY : now));
		await refresh('tokens', 'sessions');
	}
	return (
		<FormModal
			title="Create token"
			opened={opened}
			close={close}
			submit={{ label: 'Create', run: create }}
			fields={['name', 'scopes']}
		>
			{(errorFor) => (
				<>
					<TextInput
						label="Name"
						description="Where the token is used"
						required
						maxLength={LIMITS.label}
						value={name}
						onChange={(event) => change({ name: event.currentTarget.value })}
						error={errorFor('name')}
						data-autofocus
					/>
					<Checkbox.Group
						label="Scopes"
						value={[...scopes]}
						onChange={(chosen) => change({ scopes: combinable(scopes, chosen) })}
						error={errorFor('scopes')}
					>
						{TOKEN_SCOPES.map((scope) => (
							<Checkbox key={scope} value={scope} label={SCOPES[scope]} mt={8} />
						))}
					</Checkbox.Group>
					<NativeSelect
						label="Expires"
						value={days}
						data={EXPIRIES}
						onChange={(event) => change({ days: event.currentTarget.value })}
					/>
				</>
			)}
		</FormModal>
	);
}
