import './bulk.css';
import { ApiError, type BulkResult, LIMITS } from '@dropwire/bff/contract';
import type { Cells } from '@dropwire/bff/contract/rows';
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { reasonOf } from '../data/useCall.ts';
import { useFocusBack } from '../data/useFocusBack.ts';
import { useOutcome } from '../data/useOutcome.ts';
import { save as saveFile } from '../images/download.ts';
import { Banner } from '../shell/Banner.tsx';
import { asFile, exportRows } from './exportRows.ts';
import type { BulkKind } from './kinds.ts';
import { Plan } from './Plan.tsx';
import { readRows } from './readRows.ts';

const NOTICE_MS = 8000;

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

interface Checked {
	rows: readonly Cells[];
	lines: readonly number[];
	result: BulkResult;
}

/** Many rows from a file: read, shown row by row what would happen, and applied all or none. And the way back out. */
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
			setOutcome({ bad: true, text: `Error: ${error instanceof Told ? error.message : reasonOf(error)}` });
		}
		setBusy(null);
	}
	const check = (content: string) =>
		attempt('check', async () => {
			setChecked(null);
			const read = readRows(content, kind);
			if ('problem' in read) throw new Told(read.problem);
			if (read.rows.length > LIMITS.list) {
				throw new Told(`A page takes ${LIMITS.list} rows at most; the command line takes more.`);
			}
			const result = await kind.send(read.rows, true);
			setChecked({ ...read, result });
			return null;
		});
	const apply = () =>
		attempt('apply', async () => {
			if (!checked) return null;
			const { counts } = await kind.send(checked.rows, false).catch(async (error: unknown) => {
				if (!(error instanceof ApiError && error.status === 400)) throw error;
				// Somebody else was faster: what was shown would happen no more.
				setChecked({ ...checked, result: await kind.send(checked.rows, true) });
				throw new Told('Nothing was applied: what stands has changed since this was shown. See what is refused now.');
			});
			setChecked(null);
			setText('');
			done();
			return `Done: ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed, ${counts.unchanged} as they were.`;
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
		void readFile(event.dataTransfer.files[0]);
	};
	async function readFile(file: File | null | undefined) {
		if (!file) return;
		const content = await file.text();
		setText(content);
		await check(content);
	}

	return (
		<Modal opened onClose={close} title={`Import and export ${kind.plural}`} size="xl" centered>
			<div className="bulk" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
				<Textarea
					label="Rows"
					description={`Paste CSV or JSON, or drop a file: ${kind.columns.join(', ')}; and an action, where a row is not to be set but removed (UNSET). The command line reads and writes the same files.`}
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
						Show what would happen
					</Button>
					<Button variant="default" component="label">
						Choose a file
						<input
							type="file"
							accept=".csv,.json,.ndjson,text/csv,application/json"
							className="unseen-input"
							onChange={(event) => {
								void readFile(event.currentTarget.files?.[0]);
								// The same file, mended, is chosen again.
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

/** Its words are for the person as they are. */
class Told extends Error {}
