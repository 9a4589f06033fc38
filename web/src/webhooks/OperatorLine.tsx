import type { OperatorRow } from '@dropwire/bff/contract';
import { memo } from 'react';
import { WebhookRow } from './WebhookRow.tsx';

interface Actions {
	save(row: OperatorRow, value: string): Promise<unknown>;
	erase(rows: readonly OperatorRow[]): void;
	choose(row: OperatorRow, on: boolean): void;
	edit(row: OperatorRow, on: boolean): void;
}

/** A row of an operator's group; drawn again only when it changed. */
export const OperatorLine = memo(function OperatorLine({
	row,
	chosen,
	actions,
}: {
	row: OperatorRow;
	chosen: boolean;
	actions: Actions;
}) {
	return (
		<WebhookRow
			element="div"
			label={row.label}
			url={row.value}
			health={row.health}
			field="rows.0.value"
			save={(value) => actions.save(row, value)}
			remove={() => actions.erase([row])}
			chosen={chosen}
			choose={(on) => actions.choose(row, on)}
			onEditing={(on) => actions.edit(row, on)}
		/>
	);
});
