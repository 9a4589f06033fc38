import type { OwnSession } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { ago, dateTime } from '../ui/format.ts';

/** A browser that is signed in. */
export function SessionRow({ session, busy, end }: { session: OwnSession; busy: boolean; end(): void }) {
	const { browser, createdAt, usedAt, current } = session;
	const name = browser ?? 'Unknown browser';
	return (
		<li className="row own-row">
			<div className="own-text">
				<p>
					<b>{name}</b> {current && <span className="own-badge">This browser</span>}
				</p>
				<p className="dim">
					{current ? 'In use now' : <span title={dateTime(usedAt)}>Last used {ago(usedAt)}</span>} · signed in{' '}
					{dateTime(createdAt)}
				</p>
			</div>
			<Button
				variant="default"
				size="xs"
				loading={busy}
				aria-label={current ? 'Sign out of this browser' : `Sign out ${name}, last used ${ago(usedAt)}`}
				onClick={end}
			>
				Sign out
			</Button>
		</li>
	);
}
