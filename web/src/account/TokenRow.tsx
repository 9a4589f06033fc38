import type { CallOutput, Contract } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { ago, dateTime } from '../ui/format.ts';

type Token = CallOutput<Contract['sessions']>['tokens'][number];

/** An API token. */
export function TokenRow({ token, erase }: { token: Token; erase(): void }) {
	const { name, scopes, createdAt, expiresAt, lastUsedAt } = token;
	return (
		<li className="row own-row">
			<div className="own-text">
				<p>
					<b>{name}</b> <span className="mono dim">{scopes.join(', ')}</span>
				</p>
				<p className="dim">
					{lastUsedAt === null ? 'Never used' : <span title={dateTime(lastUsedAt)}>Last used {ago(lastUsedAt)}</span>} ·
					created {dateTime(createdAt)} · {expiresAt === null ? 'does not expire' : `expires ${dateTime(expiresAt)}`}
				</p>
			</div>
			<Button variant="default" size="xs" aria-label={`Delete the token ${name}`} onClick={erase}>
				Delete
			</Button>
		</li>
	);
}
