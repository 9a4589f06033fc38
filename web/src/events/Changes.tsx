import { counted } from '../ui/format.ts';
import { type FieldChange, fieldChanges, sizeChanges, type Snapshot } from './snapshot.ts';

/** What an event changed, field by field and size by size. */
export function Changes({ before, after }: { before: Snapshot | null; after: Snapshot | null }) {
	const sizes = sizeChanges(before, after);
	const changed = sizes.filter((row) => row.changed);
	const same = sizes.filter((row) => !row.changed);
	return (
		<section className="card">
			<h2>What changed</h2>
			<ChangeTable of="Field" rows={fieldChanges(before, after)} />
			{changed.length > 0 && <ChangeTable of="Size" rows={changed} />}
			{same.length > 0 && (
				<details>
					<summary className="dim">{counted(same.length, 'size')} did not change</summary>
					<ChangeTable of="Size" rows={same} />
				</details>
			)}
		</section>
	);
}

function ChangeTable({ of, rows }: { of: string; rows: readonly FieldChange[] }) {
	return (
		<table className="changes">
			<thead>
				<tr>
					<th scope="col">{of}</th>
					<th scope="col">Before</th>
					<th scope="col">After</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(({ field, before, after, changed }) => (
					<tr key={field} className={changed ? '' : 'dim'}>
						<th scope="row">{field}</th>
						<td>{before}</td>
						<td>{changed ? <b>{after}</b> : after}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
