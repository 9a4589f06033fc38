import '../theme/overlays.ts';
import { type Link, type Region, REGION_NAMES, REGIONS, type SetupChange } from '@dropwire/contract';
import { Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { addTo, copyRegion, linksOf, regionsWithLinks, removeAll, topicsIn } from './bulkChanges.ts';
import type { LinksByCell } from './cells.ts';
import { CopyToServer } from './CopyToServer.tsx';
import type { Scope } from './Matrix.tsx';
import { Presets } from './Presets.tsx';
import { LoadSetup, SaveSetup } from './SetupFiles.tsx';
import { SetupPlan } from './SetupPlan.tsx';
import { ShareSetup } from './ShareSetup.tsx';
import { SuggestedChannels } from './SuggestedChannels.tsx';
import { type TargetChoice, TargetField } from './TargetField.tsx';

interface Props {
	guildId: string;
	scope: Scope;
	all: readonly Link[];
	links: LinksByCell;
	/** Removes links, which can be undone for a while. */
	remove(links: readonly Link[]): void;
	close(): void;
}

const ACTIONS = {
	add: 'Send everything to one channel',
	suggest: 'Suggest channels by name',
	preset: 'Set up in one step',
	copy: 'Copy from one region to others',
	server: 'Copy to another server',
	share: 'Share by a link',
	save: 'Save the setup as a file',
	load: 'Load a setup from a file',
	remove: 'Remove everything',
} as const;
type Action = keyof typeof ACTIONS;
/** Only for the whole server. */
const WHOLE_SERVER = new Set<Action>(['preset', 'server', 'share', 'save', 'load']);

/** Acts on a row, a column, or the whole matrix: one step, which is shown before it is applied. */
export function BulkDialog({ scope, close, ...content }: Props) {
	const title =
		scope.kind === 'topic'
			? `${scope.row.name} · all regions`
			: scope.kind === 'region'
				? `${REGION_NAMES[scope.region]} · all topics`
				: 'The whole server';
	return (
		<Modal opened onClose={close} title={title} size={560} centered>
			<Content scope={scope} close={close} {...content} />
		</Modal>
	);
}

function Content({ guildId, scope, all, links, remove, close }: Props) {
	useFocusBack();
	const actions = (Object.keys(ACTIONS) as Action[]).filter((action) =>
		scope.kind === 'server' ? action !== 'add' : !WHOLE_SERVER.has(action),
	);
	const [action, setAction] = useState<Action>(actions[0] ?? 'add');
	const [target, setTarget] = useState<TargetChoice | null>(null);
	const topics = topicsIn(scope);
	const sources = scope.kind === 'region' ? [scope.region] : regionsWithLinks(topics, links);
	const [from, setFrom] = useState<Region | ''>('');
	const [to, setTo] = useState<Region | 'all'>('all');
	const source = from || sources[0] || 'US';
	let changes: SetupChange[] = [];
	if (action === 'add' && target) changes = addTo(topics, target);
	if (action === 'copy') changes = copyRegion(source, to === 'all' ? REGIONS : [to], topics, links);
	if (action === 'remove') changes = removeAll(topics, links);

	return (
		<div className="setup-form">
			<NativeSelect
				label="Action"
				data-autofocus
				value={action}
				data={actions.map((value) => ({ value, label: ACTIONS[value] }))}
				onChange={(event) => setAction(event.currentTarget.value as Action)}
			/>
			{action === 'add' && <TargetField guildId={guildId} label="Channel" choose={setTarget} />}
			{action === 'copy' && (
				<>
					<NativeSelect
						label="From"
						value={source}
						data={regionOptions(sources)}
						onChange={(event) => setFrom(event.currentTarget.value as Region)}
					/>
					<NativeSelect
						label="To"
						value={to}
						data={[
							{ value: 'all', label: 'All other regions' },
							...regionOptions(REGIONS.filter((one) => one !== source)),
						]}
						onChange={(event) => setTo(event.currentTarget.value as Region | 'all')}
					/>
				</>
			)}
			{action === 'server' && <CopyToServer guildId={guildId} links={all} close={close} />}
			{action === 'share' && <ShareSetup guildId={guildId} links={all} />}
			{action === 'save' && <SaveSetup guildId={guildId} links={all} />}
			{action === 'load' && <LoadSetup guildId={guildId} close={close} />}
			{action === 'preset' && <Presets guildId={guildId} done={close} />}
			{action === 'suggest' && <SuggestedChannels guildId={guildId} topics={topics} done={close} />}
			{(action === 'add' || action === 'copy' || action === 'remove') && (
				<>
					{action !== 'add' && changes.length === 0 && (
						<p className="empty" role="status">
							{action === 'copy'
								? 'Nothing to copy: no channel gets these topics there.'
								: 'No channel gets these topics.'}
						</p>
					)}
					{/* Another choice needs another preview. */}
					<SetupPlan
						key={JSON.stringify(changes)}
						guildId={guildId}
						changes={changes}
						apply={action === 'remove' ? () => remove(linksOf(topics, links)) : undefined}
						done={close}
					/>
				</>
			)}
		</div>
	);
}

function regionOptions(regions: readonly Region[]) {
	return regions.map((region) => ({ value: region, label: REGION_NAMES[region] }));
}
