import '../theme/overlays.ts';
import type { CallOutput, Contract } from '@dropwire/contract';
import { KEYWORD_COLUMNS } from '@dropwire/contract/rows';
import { Button, Modal, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh } from '../api/useCall.ts';
import { UserError } from '../api/userError.ts';
import { NO_ROWS } from '../bulk/readRows.ts';
import { DialogForm } from '../ui/FormModal.tsx';
import { counted } from '../ui/format.ts';
import { flushDeletions } from '../ui/Undo.tsx';
import { isTable, watchesOf, watchPerLine } from './readWatches.ts';

type Searchable = CallOutput<Contract['keywordWatches']>['searchable'];
type Result = CallOutput<Contract['keywordsImport']>;

const OUTCOMES = { added: 'new', unchanged: 'exists', refused: 'error' } as const;

/** Adds many keyword watches: a line each, all of one shop, or a table. The first step shows what happens to each line, the second one does it. */
export function ImportWatches({ searchable, close }: { searchable: Searchable; close(): void }) {
	return (
		<Modal opened onClose={close} title="Add many watches" centered>
			<ImportForm searchable={searchable.filter(({ anyShop }) => !anyShop)} close={close} />
		</Modal>
	);
}

function ImportForm({ searchable, close }: { searchable: Searchable; close(): void }) {
	const [source, setSource] = useState(searchable[0]?.source ?? '');
	const regions = searchable.find((one) => one.source === source)?.regions ?? [];
	const [region, setRegion] = useState('US');
	const [text, setText] = useState('');
	const [previewed, setPreviewed] = useState<{ of: string; result: Result } | null>(null);
	const table = isTable(text);
	const place = { source, region: regions.includes(region) ? region : (regions[0] ?? '') };
	const read = table ? watchesOf(text) : watchPerLine(text, place);
	const rows = 'problem' in read ? [] : read;
	const problem = 'problem' in read ? read.problem : rows.length === 0 ? NO_ROWS : null;
	const asked = JSON.stringify(rows);
	const preview = previewed?.of === asked ? previewed.result : null;
	const count = (outcome: keyof typeof OUTCOMES) => preview?.data.filter((row) => row.outcome === outcome).length ?? 0;
	const isReady = count('added') > 0 && count('refused') === 0;

	async function run() {
		if (problem !== null) throw new UserError(problem);
		// A removed watch can be added again at once.
		await flushDeletions();
		const result = await api.keywordsImport({ rows, dryRun: !isReady });
		setPreviewed({ of: asked, result });
		if (result.applied) await refresh('keywordWatches');
	}

	return (
		<DialogForm
			close={close}
			submit={{
				label: isReady ? `Add ${counted(count('added'), 'watch', 'watches')}` : 'Preview',
				run,
				isPreview: !isReady,
			}}
			fields={[]}
		>
			{() => (
				<>
					{!table && (
						<>
							<NativeSelect
								label="Source"
								data={searchable.map((one) => one.source)}
								value={source}
								onChange={(event) => setSource(event.currentTarget.value)}
							/>
							<NativeSelect
								label="Region"
								data={regions}
								value={region}
								onChange={(event) => setRegion(event.currentTarget.value)}
							/>
						</>
					)}
					<Textarea
						label="Watches"
						description={`One per line: words or phrases, separated by commas. Or CSV or JSON with the columns ${KEYWORD_COLUMNS.columns.join(', ')}.`}
						required
						autosize
						minRows={4}
						maxRows={12}
						value={text}
						onChange={(event) => setText(event.currentTarget.value)}
						data-autofocus
					/>
					<Button variant="default" component="label" style={{ width: 'fit-content' }}>
						Choose a file
						<input
							type="file"
							accept=".csv,.json,.ndjson,.txt"
							className="unseen-input"
							onChange={(event) => {
								void event.currentTarget.files?.[0]?.text().then(setText);
								// Allows the user to select the same file again after editing it.
								event.currentTarget.value = '';
							}}
						/>
					</Button>
					{preview && (
						<div role="status">
							<p style={{ margin: 0 }}>
								{count('added')} new, {count('unchanged')} exist, {count('refused')} with an error. {preview.current} of
								at most {preview.max} watches are used.
							</p>
							<ul className="rows scroll-list" aria-label="Outcome of each line" tabIndex={0}>
								{preview.data.map(({ outcome, problems }, at) => {
									const [problem] = Object.values(problems);
									return (
										<li key={at} className="row">
											<span className="grow">{rows[at]?.include.join(', ')}</span>
											<span className={problem ? 'bad' : 'dim'}>{problem ?? OUTCOMES[outcome]}</span>
										</li>
									);
								})}
							</ul>
						</div>
					)}
				</>
			)}
		</DialogForm>
	);
}
