import { type DeliveryEdit, KINDS } from '@dropwire/contract';
import { ago, counted, dateTime } from '../ui/format.ts';
import { Outcome } from './Outcome.tsx';
import { ResendButton } from './ResendButton.tsx';

/** The edits of a message, in a row below its own: folded, unless the newest did not reach Discord. */
export function Edits({
	edits,
	title,
	resend,
}: {
	edits: readonly DeliveryEdit[];
	title: string;
	resend(id: string): Promise<void>;
}) {
	const newest = edits.at(-1);
	if (!newest) return null;
	const failed = newest.status === 'failed' || newest.status === 'expired';
	return (
		<tr className="edits">
			<td colSpan={6} aria-label={`Edits of ${title}`}>
				<details open={failed}>
					<summary>{summaryOf(edits, newest)}</summary>
					<ol>
						{edits.toReversed().map((edit) => (
							<li key={edit.id}>
								<time
									className="dim mono"
									dateTime={new Date(edit.queuedAt).toISOString()}
									title={dateTime(edit.queuedAt)}
								>
									{ago(edit.sentAt ?? edit.queuedAt)}
								</time>
								<span>{KINDS[edit.kind].name}</span>
								<Outcome status={edit.status} reason={edit.reason} />
								{failed && edit === newest && <ResendButton title={title} resend={() => resend(edit.id)} />}
							</li>
						))}
					</ol>
				</details>
			</td>
		</tr>
	);
}

/** `Edited 3 times, last 2m ago · the newest state waits`. */
function summaryOf(edits: readonly DeliveryEdit[], newest: DeliveryEdit): string {
	const sent = edits.filter(({ status }) => status === 'sent');
	const done =
		sent.length === 0
			? 'Not edited yet'
			: `Edited ${counted(sent.length, 'time')}, last ${ago(sent.at(-1)?.sentAt ?? null)}`;
	if (newest.status === 'sent') return done;
	const open = newest.status === 'pending' || newest.status === 'retrying';
	return `${done} · ${open ? 'the newest state waits' : 'the newest edit failed'}`;
}
