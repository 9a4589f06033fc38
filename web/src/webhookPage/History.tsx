import type { AuditEntry } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { usePages } from '../api/usePages.ts';
import { Loaded } from '../shell/Loading.tsx';
import { ago, dateTime } from '../ui/format.ts';

const EVERY_MS = 30_000;

/** What was changed about one webhook, and by whom, newest first. */
export function History({ id }: { id: string }) {
	const pages = usePages('webhookHistory', { id }, EVERY_MS);
	return (
		<Loaded call={pages} rows={8}>
			{(rows) =>
				rows.length === 0 ? (
					<p className="empty">No changes yet.</p>
				) : (
					<section className="card" aria-label="History">
						<ul className="rows">
							{rows.map((entry) => (
								<Entry key={entry.id} entry={entry} />
							))}
						</ul>
						{pages.more && (
							<Button variant="default" mt={16} onClick={pages.more}>
								Load more
							</Button>
						)}
					</section>
				)
			}
		</Loaded>
	);
}

function Entry({ entry: { at, actor, actorName, target, before, after, action } }: { entry: AuditEntry }) {
	const [old, now] = [fieldsOf(before), fieldsOf(after)];
	const did = before === null ? 'Added to' : after === null ? 'Removed from' : 'Changed in';
	const changes = before === null || after === null ? [] : CHANGEABLE.filter((field) => old[field] !== now[field]);
	return (
		<li className="row noted" title={action}>
			<span className="grow lead">
				{did} {target}
				{changes.map((field) => (
					<span key={field} className="dim">
						{' '}
						· {field}: {old[field] ?? 'none'} → {now[field] ?? 'none'}
					</span>
				))}
			</span>
			<span className="dim">{actorName ?? actor ?? 'Dropwire'}</span>
			<span className="dim" title={dateTime(at)}>
				{ago(at)}
			</span>
		</li>
	);
}

/** The fields of a row's state that a change shows. */
const CHANGEABLE = ['label', 'webhook', 'options'] as const;

function fieldsOf(state: unknown): Partial<Record<(typeof CHANGEABLE)[number], string>> {
	const { label, webhook, options } = (state ?? {}) as Record<string, unknown>;
	return {
		...(typeof label === 'string' && { label }),
		...(typeof webhook === 'string' && { webhook }),
		...(options !== undefined && { options: JSON.stringify(options) }),
	};
}
