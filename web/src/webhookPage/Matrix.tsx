import { REGION_NAMES, type Region, REGIONS, type Topic, type WebhookDetails } from '@dropwire/contract';
import { MatrixPlan } from './MatrixPlan.tsx';
import { changesOf, MATRIX, type MatrixRow, topicKey, topicsOf } from './matrixChanges.ts';
import { type Cells, dropAppliedCells } from './matrixDrafts.ts';
import { operatorRows } from './rows.ts';

/**
 * The operator groups of a webhook: a row per brand and status, a column per region. Checked cells are its groups. What
 * is changed here is shown before it is applied, in one step.
 */
export function Matrix({
	webhook,
	wanted,
	setWanted,
}: {
	webhook: WebhookDetails;
	/** The cells that the user has changed: checked or not. Somebody else may save the same before this is applied. */
	wanted: Cells;
	setWanted(wanted: Cells): void;
}) {
	const saved = new Set(operatorRows(webhook).map(({ topic }) => topicKey(topic)));
	const checked = new Set(saved);
	for (const [key, on] of wanted) {
		if (on) checked.add(key);
		else checked.delete(key);
	}
	const changed = checked.symmetricDifference(saved);

	function set(topics: readonly Topic[], on: boolean) {
		const next = new Map(wanted);
		for (const key of topics.map(topicKey)) {
			if (saved.has(key) === on) next.delete(key);
			else next.set(key, on);
		}
		setWanted(next);
	}
	const changes = changesOf(webhook, checked);
	return (
		<section className="card" aria-label="Subscriptions">
			<div className="matrix-scroll">
				<table className="matrix">
					<thead>
						<tr>
							<th scope="col">Group</th>
							<th scope="col">All</th>
							{REGIONS.map((region) => (
								<ColumnHead key={region} region={region} checked={checked} set={set} />
							))}
						</tr>
					</thead>
					<tbody>
						{MATRIX.map((row) => (
							<Row key={row.name} row={row} checked={checked} changed={changed} set={set} />
						))}
					</tbody>
				</table>
			</div>
			{changes.rows.length > 0 && (
				<MatrixPlan
					// Another choice needs another preview.
					key={JSON.stringify(changes.rows)}
					changes={changes}
					left={webhook.subscriptions.length + changes.added - changes.removed}
					applied={() => dropAppliedCells(webhook, wanted)}
					discard={() => setWanted(new Map())}
				/>
			)}
		</section>
	);
}

type SetCells = (topics: readonly Topic[], on: boolean) => void;

/** A region, which checks or clears its whole column. */
function ColumnHead({ region, checked, set }: { region: Region; checked: ReadonlySet<string>; set: SetCells }) {
	const topics = MATRIX.flatMap((row) => row.topics[region] ?? []);
	const all = topics.every((topic) => checked.has(topicKey(topic)));
	return (
		<th scope="col" title={REGION_NAMES[region]}>
			<button type="button" aria-pressed={all} onClick={() => set(topics, !all)}>
				{region}
				<span className="visually-hidden"> all groups</span>
			</button>
		</th>
	);
}

function Row({
	row,
	checked,
	changed,
	set,
}: {
	row: MatrixRow;
	checked: ReadonlySet<string>;
	/** The cells that differ from what is saved. */
	changed: ReadonlySet<string>;
	set: SetCells;
}) {
	const topics = topicsOf(row);
	const on = topics.filter((topic) => checked.has(topicKey(topic))).length;
	return (
		<tr>
			<th scope="row">{row.name}</th>
			<td>
				{topics.length > 1 && (
					<input
						type="checkbox"
						aria-label={`${row.name}, all regions`}
						checked={on === topics.length}
						ref={(box) => {
							if (box) box.indeterminate = on > 0 && on < topics.length;
						}}
						onChange={(event) => set(topics, event.currentTarget.checked)}
					/>
				)}
			</td>
			{REGIONS.map((region) => {
				const topic = row.topics[region];
				const key = topic && topicKey(topic);
				return (
					<td key={region} {...(key && changed.has(key) && { className: 'changed' })}>
						{topic && (
							<input
								type="checkbox"
								aria-label={`${topic.toolsName} · ${region}`}
								checked={checked.has(topicKey(topic))}
								onChange={(event) => set([topic], event.currentTarget.checked)}
							/>
						)}
					</td>
				);
			})}
		</tr>
	);
}
