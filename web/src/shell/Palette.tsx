import '../theme/overlays.ts';
import '@mantine/spotlight/styles.css';
import { ADIDAS_LIST, HP_LIST, LINK_LIST, REFURBISHED_LIST, WATCH_LISTS } from '@dropwire/contract';
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { filteredPath } from '../ui/useFilter.ts';
import { isNamed, SECTIONS } from './sections.tsx';
import { webhookPath } from '../webhooks/webhookPath.ts';
import { takeEarlyPress } from './pressedEarly.ts';

/** The pause in typing before the palette searches the server, ms. */
const DEBOUNCE_MS = 150;
/** Characters that can be searched for. */
const MAX_LENGTH = 64;
/** Results shown per group. */
const SHOWN = 8;

/** Ctrl+K or ⌘K: opens a section, a server, a watched SKU, or a webhook by its label. */
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
	const go = (id: string, group: string, label: string, to: string, description?: string) => ({
		id,
		group,
		label,
		...(description && { description }),
		onClick: () => void navigate(to),
	});
	const wanted = query.trim().toLowerCase();
	// Many headings have the word Webhooks: sections with the text in their label come first.
	const sections = SECTIONS.filter((section) => isNamed(section, wanted)).toSorted(
		(a, b) => Number(b.label.toLowerCase().includes(wanted)) - Number(a.label.toLowerCase().includes(wanted)),
	);
	const others = [
		...(guilds.data?.data.data ?? []).map(({ guildId, guildName }) =>
			go(guildId, 'Servers', guildName, `/dashboard/admin/${guildId}`),
		),
		...(wanted === '' ? [] : (found.data?.skus ?? [])).map(({ sku, list: name }) =>
			go(`${name}/${sku}`, 'SKUs', sku, skuPath(sku, name), name),
		),
		...(wanted === '' ? [] : (found.data?.labels ?? [])).map(({ label, webhookId, brand, category, region, status }) =>
			go(
				`${brand}/${category}/${region}/${status}/${label}`,
				'Webhooks',
				label,
				webhookPath(webhookId),
				`${brand} ${category} · ${region} · ${status}`,
			),
		),
		// Until the next response arrives, the palette filters the previous one by the current text.
	].filter(({ label }) => label.toLowerCase().includes(wanted));
	const actions = [
		...sections.map(({ id, label, alias }) => go(id, 'Sections', label, settings(id), alias)),
		...others,
	];
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

const settings = (id: string) => `/dashboard/settings/${id}`;

/** The path of the screen with a watch list, filtered by a SKU. */
function skuPath(sku: string, list: string): string {
	if (list === REFURBISHED_LIST) return filteredPath(settings('nike-refurbished'), sku);
	if (list === HP_LIST || list === LINK_LIST) return filteredPath(settings('links'), sku, list);
	const monitored = list === ADIDAS_LIST || list in WATCH_LISTS;
	return filteredPath(settings(monitored ? 'imagemonitor' : 'hotsku'), sku, list);
}
