import './watchlists.css';
import { listRegions } from '@dropwire/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { describeEntries } from './describeEntries.ts';
import { EntryHint } from './EntryHint.tsx';
import { RegionPicker } from './RegionPicker.tsx';
import { fieldExample, fieldLabel, type Targets } from './targets.ts';
import { type Timing, useChangeEntries, type Work } from './useChangeEntries.ts';

interface Props {
	/** The lists of the screen. */
	targets: Targets;
	/** Whether it adds to the first of them only; otherwise it detects the lists of each entry, or the user chooses them. */
	fixed?: boolean;
	timing: Timing;
}

/** One field that adds SKUs and links to watch lists, or removes them, and says what each is while it is typed. */
export function AddEntries({ targets, fixed = false, timing }: Props) {
	const [input, setInput] = useState('');
	const [chosen, setChosen] = useState('');
	const [regions, setRegions] = useState<readonly string[]>([]);
	const [error, setError] = useState<string | null>(null);
	const { busy, change, outcomes } = useChangeEntries(timing);
	const target = fixed ? targets[0] : (targets.find(({ name }) => name === chosen) ?? null);
	const described = describeEntries(input, target, targets);
	const lists = (target ? [target] : targets).flatMap((one) => one.lists);
	const inRegions = lists.find((list) => listRegions(list).length > 1);

	async function submit(work: Work) {
		if (busy) return;
		if (described.length === 0) return setError('Enter at least one SKU or link.');
		if (described.some((one) => (work === 'Add' ? one.lists : one.from).length === 0))
			return setError('Change or remove the entries marked below.');
		setError(null);
		// The next entries may have been typed in the meantime.
		if (await change(work, described, regions)) setInput((now) => (now === input ? '' : now));
	}

	return (
		<form
			onSubmit={(event: FormEvent) => {
				event.preventDefault();
				void submit('Add');
			}}
		>
			<div className="sku-form add-entries">
				<TextInput
					label={target ? fieldLabel(target) : 'SKUs or product links'}
					value={input}
					error={error}
					spellCheck={false}
					placeholder={target ? fieldExample(target) : 'CK9246-101, https://…'}
					onChange={(event) => {
						setInput(event.currentTarget.value);
						setError(null);
					}}
				/>
				{!fixed && (
					<NativeSelect
						label="List"
						value={chosen}
						onChange={(event) => setChosen(event.currentTarget.value)}
						data={[{ value: '', label: 'Detect' }, ...targets.map(({ name }) => name)]}
					/>
				)}
				<Button type="submit" loading={busy === 'Add'} disabled={busy !== null}>
					Add
				</Button>
				<Button
					variant="default"
					loading={busy === 'Remove'}
					disabled={busy !== null}
					onClick={() => void submit('Remove')}
				>
					Remove
				</Button>
			</div>
			{inRegions !== undefined && <RegionPicker list={inRegions} regions={regions} set={setRegions} />}
			<EntryHint described={described} regions={inRegions === undefined ? [] : regions} />
			<div role="status">
				{outcomes.map(({ bad, text }) => (
					<p className={`banner ${bad ? 'bad' : 'good'}`} key={text}>
						{text}
					</p>
				))}
			</div>
		</form>
	);
}
