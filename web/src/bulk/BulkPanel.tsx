import '../theme/overlays.ts';
import './bulk.css';
import { type BulkResult, LIMITS } from '@dropwire/contract';
import type { Cells } from '@dropwire/contract/rows';
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { isOldPreview } from '../api/conflicts.ts';
import { reasonOf } from '../api/useCall.ts';
import { UserError } from '../api/userError.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { grouped } from '../ui/format.ts';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { useOutcome } from '../ui/useOutcome.ts';
import { save as saveFile } from '../images/download.ts';
import { Banner } from '../ui/Banner.tsx';
import { asFile, exportRows } from './exportRows.ts';
import type { BulkKind } from './kinds.ts';
import { Plan } from './Plan.tsx';
import { readRows } from './readRows.ts';

const NOTICE_MS = 8000;
/** Rows that lose their values, from which an export is offered before the import. */
const OFFERED_FROM = 20;
const lost = ({ counts }: BulkResult) => counts.changed + counts.removed;

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

interface Checked {
	rows: readonly Cells[];
	lines: readonly number[];
	result: BulkResult;
}

/** Imports a file: shows a preview of each row, then applies all rows or none. Also exports rows. */
export default function BulkPanel({ kind, close, done }: { kind: BulkKind; close(): void; done(): void }) {
	useFocusBack();
	const [text, setText] = useState('');
	const [checked, setChecked] = useState<Checked | null>(null);
	const [busy, setBusy] = useState<'check' | 'apply' | 'export' | null>(null);
	const [outcome, setOutcome] = useOutcome(NOTICE_MS);

	async function attempt(what: 'check' | 'apply' | 'export', work: () => Promise<string | null>) {
		setBusy(what);
		setOutcome(null);
		try {
			const said = await work();
			if (said) setOutcome({ bad: false, text: said });
		} catch (error) {
			setOutcome({ bad: true, text: `Error: ${reasonOf(error)}` });
		}
		setBusy(null);
	}
	const check = (content: string | Promise<string>) =>
		attempt('check', async () => {
			setChecked(null);
			const rows = await content;
			setText(rows);
			const read = readRows(rows, kind);
			if ('problem' in read) throw new UserError(read.problem);
			if (read.rows.length > LIMITS.list) {
				throw new UserError(
					`The page imports up to ${LIMITS.list.toLocaleString('en')} rows at once. For larger files use the command line.`,
				);
			}
			// The preview counts what was deleted before as deleted.
			await flushDeletions();
			const result = await kind.send(read.rows);
			setChecked({ ...read, result });
			return null;
		});
	const apply = () =>
		attempt('apply', async () => {
			if (!checked) return null;
			const { counts } = await kind.send(checked.rows, checked.result.planId).catch(async (error: unknown) => {
				if (!isOldPreview(error)) throw error;
				setChecked({ ...checked, result: await kind.send(checked.rows) });
				throw new UserError('Nothing was applied: the data has changed since this preview. This is the new preview.');
			});
			setChecked(null);
			setText('');
			done();
			return `Done: ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed, ${counts.unchanged} unchanged.`;
		});
	const save = (format: 'csv' | 'json') =>
		attempt('export', async () => {
			const rows = await exportRows(kind);
			const name = `${kind.plural.toLowerCase()}.${format}`;
			saveFile(new Blob([asFile(format, rows, kind)], { type: TYPES[format] }), name);
			return `${rows.length} ${kind.plural} saved as ${name}.`;
		});
	const drop = (event: DragEvent) => {
		event.preventDefault();
		readFile(event.dataTransfer.files[0]);
	};
	function readFile(file: File | null | undefined) {
		// The answer for other rows would replace these.
		if (file && busy === null) void check(file.text());
	}

	return (
		<Modal
			opened
			onClose={close}
			// A slip beside the dialog does not lose the rows.
			closeOnClickOutside={text.trim() === ''}
			title={`Import and export ${kind.plural}`}
			size="xl"
			centered
		>
			<div className="bulk" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
				<Textarea
					label="Rows"
					description={`Paste CSV or JSON, or drop a file: ${kind.columns.join(', ')}. Optional column action: SET (default) or UNSET to remove the row. The command line uses the same files.`}
					disabled={busy === 'check' || busy === 'apply'}
					rows={6}
					spellCheck={false}
					classNames={{ input: 'mono' }}
					value={text}
					onChange={(event) => {
						setText(event.currentTarget.value);
						setChecked(null);
					}}
				/>
				<Group>
					<Button
						loading={busy === 'check'}
						disabled={busy !== null || text.trim() === ''}
						onClick={() => void check(text)}
					>
						Preview changes
					</Button>
					<Button variant="default" component="label" disabled={busy !== null}>
						Choose a file
						<input
							type="file"
							accept=".csv,.json,.ndjson,text/csv,application/json"
							className="unseen-input"
							disabled={busy !== null}
							onChange={(event) => {
								readFile(event.currentTarget.files?.[0]);
								// Allows the user to select the same file again after editing it.
								event.currentTarget.value = '';
							}}
						/>
					</Button>
					<span className="grow" />
					<Button variant="default" disabled={busy !== null} onClick={() => void save('csv')}>
						Export CSV
					</Button>
					<Button variant="default" disabled={busy !== null} onClick={() => void save('json')}>
						Export JSON
					</Button>
				</Group>
				<Banner outcome={outcome} />
				{checked && <Plan {...checked} show={kind.show} />}
				{checked && lost(checked.result) >= OFFERED_FROM && (
					<Group>
						<span>{grouped(lost(checked.result))} rows are changed or removed, which importing an export undoes.</span>
						<Button variant="default" size="xs" disabled={busy !== null} onClick={() => void save('csv')}>
							Export the current rows first
						</Button>
					</Group>
				)}
				{checked && (
					<Group justify="flex-end">
						<Button variant="default" onClick={close}>
							Cancel
						</Button>
						<Button
							loading={busy === 'apply'}
							disabled={checked.result.counts.refused > 0 || busy !== null}
							onClick={() => void apply()}
						>
							Apply {checked.rows.length === 1 ? '1 row' : `${checked.rows.length} rows`}
						</Button>
					</Group>
				)}
			</div>
		</Modal>
	);
}
