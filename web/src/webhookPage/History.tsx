import { type AuditEntry, optionLines } from '@dropwire/contract';
import { usePages } from '../api/usePages.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
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
						<LoadMore more={pages.more} />
					</section>
				)
			}
		</Loaded>
	);
}

function Entry({ entry: { at, actor, actorName, target, before, after, action } }: { entry: AuditEntry }) {
	const did = before === null ? 'Added to' : after === null ? 'Removed from' : 'Changed in';
	const changes = before === null || after === null ? [] : changesBetween(before, after);
	return (
		<li className="row noted" title={action}>
			<span className="grow lead">
				{did} {target}
				{changes.map(({ field, old, now }) => (
					<span key={field} className="dim">
						{' '}
						· {field}: {old.join(', ') || 'none'} → {now.join(', ') || 'none'}
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

/** What each changed field had and has, in words: of the options only those that differ. */
function changesBetween(before: unknown, after: unknown) {
	const [old, now] = [fieldsOf(before), fieldsOf(after)];
	return CHANGEABLE.map((field) => ({
		field,
		old: old[field].filter((line) => !now[field].includes(line)),
		now: now[field].filter((line) => !old[field].includes(line)),
	})).filter((change) => change.old.length > 0 || change.now.length > 0);
}

function fieldsOf(state: unknown): Record<(typeof CHANGEABLE)[number], string[]> {
	const { label, webhook, options } = (state ?? {}) as Record<string, unknown>;
	return {
		label: typeof label === 'string' ? [label] : [],
		webhook: typeof webhook === 'string' ? [webhook] : [],
		options: optionLines(options ?? {}),
	};
}
