import type { OperatorRow } from '@dropwire/contract';
import { memo } from 'react';
import { WebhookRow } from './WebhookRow.tsx';
import { webhookPath } from '../ui/paths.ts';

interface Actions {
	save(row: OperatorRow, value: string, before: string): Promise<unknown>;
	erase(rows: readonly OperatorRow[]): void;
	select(row: OperatorRow, on: boolean): void;
	edit(row: OperatorRow, on: boolean): void;
	/** Called after the options of a row were changed, and after a test. */
	changed(): Promise<unknown>;
}

/** A row of an operator's group. It renders again only when it changes. */
export const OperatorLine = memo(function OperatorLine({
	row,
	selected,
	actions,
}: {
	row: OperatorRow;
	selected: boolean;
	actions: Actions;
}) {
	return (
		<WebhookRow
			element="div"
			label={row.label}
			url={row.value}
			health={row.health}
			place={row.place}
			field="value"
			save={(value, before) => actions.save(row, value, before)}
			remove={() => actions.erase([row])}
			subscription={{ id: row.id, options: row.options, changed: actions.changed }}
			selected={selected}
			select={(on) => actions.select(row, on)}
			page={webhookPath(row.webhookId)}
			onEditing={(on) => actions.edit(row, on)}
		/>
	);
});
