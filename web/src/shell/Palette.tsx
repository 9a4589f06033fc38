import '../theme/overlays.ts';
import '@mantine/spotlight/styles.css';
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { type FoundLine, isNamed, useFeatures, useSections } from './feature.ts';
import { takeEarlyPress } from './pressedEarly.ts';
import { sectionPath } from '../ui/paths.ts';

/** The pause in typing before the palette searches the server, ms. */
const DEBOUNCE_MS = 150;
/** Characters that can be searched for. */
const MAX_LENGTH = 64;
/** Results shown per group. */
const SHOWN = 8;

/** Ctrl+K or ⌘K: opens a section, or what the features find, such as a server, a watched SKU, or a webhook. */
export default function Palette() {
	const navigate = useNavigate();
	const list = useRef<HTMLDivElement>(null);
	const [query, setQuery] = useState('');
	const [searched] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
	useEffect(() => {
		if (takeEarlyPress()) spotlight.open();
	}, []);
	const guilds = useCall('guildList', {});
	const found = useCall('find', searched === '' ? null : { q: searched });
	const features = useFeatures();
	const toAction = ({ path, ...line }: FoundLine) => ({ ...line, onClick: () => void navigate(path) });
	const wanted = query.trim().toLowerCase();
	// Many headings have the word Webhooks: sections with the text in their label come first.
	const sections = useSections()
		.filter((section) => isNamed(section, wanted))
		.toSorted(
			(a, b) => Number(b.label.toLowerCase().includes(wanted)) - Number(a.label.toLowerCase().includes(wanted)),
		);
	const lines = {
		servers: guilds.data?.data.data ?? [],
		skus: wanted === '' ? [] : (found.data?.skus ?? []),
		labels: wanted === '' ? [] : (found.data?.labels ?? []),
	};
	const others = features
		.flatMap((feature) => feature.find?.(lines) ?? [])
		// Until the next response arrives, the palette filters the previous one by the current text.
		.filter(({ label }) => label.toLowerCase().includes(wanted));
	const actions = [
		...sections.map(({ id, label, alias }) => ({
			id,
			group: 'Sections',
			label,
			...(alias && { description: alias }),
			path: sectionPath(id),
		})),
		...others,
	].map(toAction);
	const groups = [...new Set(actions.map(({ group }) => group))].map((group) => ({
		group,
		actions: actions.filter((action) => action.group === group).slice(0, SHOWN) as SpotlightActionData[],
	}));
	const failure = found.error ?? guilds.error;
	const searching = searched !== query.trim() || found.loading || guilds.loading;
	return (
		<Spotlight.Root
			shortcut="mod + K"
			tagsToIgnore={[]}
			query={query}
			onQueryChange={setQuery}
			scrollable
			maxHeight={420}
		>
			<Spotlight.Search
				placeholder="Go to a section, a server, a SKU, a webhook"
				aria-label="Go to"
				maxLength={MAX_LENGTH}
				onKeyDown={({ key }) => {
					// Results from the server arrive after the first line was selected and clear the selection: Enter
					// opens the first line.
					const marked = list.current?.querySelector('[data-selected]');
					if (key === 'Enter' && !marked) list.current?.querySelector<HTMLElement>('[data-action]')?.click();
				}}
				leftSection={<Search size={18} aria-hidden="true" />}
			/>
			<Spotlight.ActionsList ref={list}>
				{groups.map(({ group, actions: own }) => (
					<Spotlight.ActionsGroup key={group} label={group}>
						{own.map((action) => (
							<Spotlight.Action key={action.id} {...action} />
						))}
					</Spotlight.ActionsGroup>
				))}
				{failure ? (
					<Spotlight.Empty className="bad" role="alert">
						Error: {failure.message}
					</Spotlight.Empty>
				) : (
					actions.length === 0 && <Spotlight.Empty>{searching ? 'Searching …' : 'No results.'}</Spotlight.Empty>
				)}
			</Spotlight.ActionsList>
		</Spotlight.Root>
	);
}
