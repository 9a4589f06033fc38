import './matrix.css';
import { type DiscordChannel, REGIONS } from '@dropwire/contract';
import { NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { BotChannels } from './BotChannels.tsx';
import { ChannelSelect } from './ChannelSelect.tsx';
import { type Preset, PRESETS, presetChanges, slotsOf } from './presetChanges.ts';
import { SetupPlan } from './SetupPlan.tsx';

/** Sets up a whole server in one step, which is shown before it is applied and can be undone. */
export function Presets({ guildId, done }: { guildId: string; done(): void }) {
	return <BotChannels guildId={guildId}>{(channels) => <Form {...{ guildId, channels, done }} />}</BotChannels>;
}

function Form({ guildId, channels, done }: { guildId: string; channels: readonly DiscordChannel[]; done(): void }) {
	const name = useId();
	const [preset, setPreset] = useState<Preset>('all');
	const [isEverywhere, setEverywhere] = useState(false);
	/** What the user chose; '' is a choice, too. */
	const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
	const slots = slotsOf(preset, isEverywhere ? REGIONS : ['US']);
	const keyOf = (key: string) => `${preset} ${key}`;
	const values = new Map(slots.map(({ key, suggest }) => [key, chosen.get(keyOf(key)) ?? suggest(channels)?.id ?? '']));
	const suggested = slots.filter(({ key }) => !chosen.has(keyOf(key)) && values.get(key)).length;
	const changes = presetChanges(slots, values);
	return (
		<div className="setup-form">
			<fieldset className="presets">
				<legend className="visually-hidden">Where the messages go</legend>
				{(Object.keys(PRESETS) as Preset[]).map((one) => (
					<label key={one}>
						<input type="radio" name={name} checked={preset === one} onChange={() => setPreset(one)} />
						<b>{PRESETS[one].title}</b>
						<span className="dim">{PRESETS[one].text}</span>
					</label>
				))}
			</fieldset>
			{preset !== 'region' && (
				<NativeSelect
					label="Regions"
					w="100%"
					maw={320}
					value={isEverywhere ? 'all' : 'US'}
					data={[
						{ value: 'US', label: 'United States only' },
						{ value: 'all', label: `All ${REGIONS.length} regions` },
					]}
					onChange={(event) => setEverywhere(event.currentTarget.value === 'all')}
				/>
			)}
			<div className="preset-channels">
				{slots.map(({ key, label }) => (
					<ChannelSelect
						key={keyOf(key)}
						label={label}
						channels={channels}
						value={values.get(key) ?? ''}
						choose={(id) => setChosen(new Map(chosen).set(keyOf(key), id))}
						placeholder={slots.length > 1 ? 'No channel' : 'Choose a Discord channel'}
						clearable={slots.length > 1}
					/>
				))}
			</div>
			{suggested > 0 && (
				<p className="dim" role="status" style={{ margin: 0 }}>
					Channels with a fitting name are chosen. Nothing changes before you apply it.
				</p>
			)}
			<SetupPlan key={JSON.stringify(changes)} guildId={guildId} changes={changes} done={done} />
		</div>
	);
}
