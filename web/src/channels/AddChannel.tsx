import { type Region, REGION_NAMES } from '@dropwire/contract';
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh } from '../api/useCall.ts';

/**
 * Adds a topic to a region. Selecting a name with the pointer adds it immediately. With the keyboard, each arrow key
 * changes a closed select, so Enter or the button adds the name.
 */
export function AddChannel({ guildId, region, names }: { guildId: string; region: Region; names: readonly string[] }) {
	const [picked, setPicked] = useState('');
	const { busy, error, attempt } = useAttempt('toolsName');
	const byKeyboard = useRef(false);
	if (names.length === 0) return <p className="empty">All topics of this region are added.</p>;

	async function add(toolsName: string) {
		if (!toolsName) return;
		await attempt(async () => {
			await api.channelInsert({ guildId, region, toolsName });
			await refresh('channelList');
			// The next name may have been selected in the meantime.
			setPicked((now) => (now === toolsName ? '' : now));
		});
	}
	function submit(event: FormEvent) {
		event.preventDefault();
		void add(picked);
	}

	return (
		<form className="add-channel" onSubmit={submit}>
			<NativeSelect
				aria-label={`Select a channel for ${REGION_NAMES[region]}`}
				value={picked}
				error={error}
				data={[{ value: '', label: 'Select a channel' }, ...names]}
				onPointerDown={() => {
					byKeyboard.current = false;
				}}
				onKeyDown={(event) => {
					byKeyboard.current = true;
					if (event.key === 'Enter' && picked) submit(event);
				}}
				onChange={(event) => {
					setPicked(event.currentTarget.value);
					if (!byKeyboard.current) void add(event.currentTarget.value);
				}}
			/>
			{picked && (
				<Button type="submit" variant="default" loading={busy}>
					Add
				</Button>
			)}
		</form>
	);
}
