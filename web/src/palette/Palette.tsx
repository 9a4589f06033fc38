import '@mantine/spotlight/styles.css';
import { ADIDAS_LIST, REFURBISHED_LIST, WATCH_LISTS } from '@dropwire/bff/contract';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../data/useCall.ts';
import { filteredPath } from '../data/useFilter.ts';
import { SECTIONS } from '../shell/sections.tsx';
import { screenOf } from '../webhooks/brands.ts';

/** The server is asked once one stops typing, ms; a label has no more characters than it takes. */
const PAUSE_MS = 150;
const LONGEST = 64;
const MOST = 8;

/** Ctrl or ⌘ K: go to a section, a guild, a watched SKU or a webhook by its label. */
export default function Palette() {
	const navigate = useNavigate();
	const list = useRef<HTMLDivElement>(null);
	const [query, setQuery] = useState('');
	const [asked] = useDebouncedValue(query.trim(), PAUSE_MS);
	const guilds = useCall('guildList', {});
	const found = useCall('find', asked === '' ? null : { q: asked });
	const go = (id: string, group: string, label: string, to: string, description?: string) => ({
		id,
		group,
		label,
		...(description && { description }),
		onClick: () => void navigate(to),
	});
	const wanted = query.trim().toLowerCase();
	const actions = [
		...SECTIONS.map(({ id, label }) => go(id, 'Sections', label, settings(id))),
		...(guilds.data?.data.data ?? []).map(({ guildId, guildName }) =>
			go(guildId, 'Servers', guildName, `/dashboard/admin/${guildId}`),
		),
		...(wanted === '' ? [] : (found.data?.skus ?? [])).map(({ sku, list: name }) =>
			go(`${name}/${sku}`, 'SKUs', sku, skuPath(sku, name), name),
		),
		...(wanted === '' ? [] : (found.data?.labels ?? [])).map(({ label, brand, category, region, status }) =>
			go(
				`${brand}/${category}/${region}/${status}/${label}`,
				'Webhooks',
				label,
				filteredPath(settings(screenOf(brand, category)), label),
				`${brand} ${category} · ${region} · ${status}`,
			),
		),
		// While the next answer is on its way the last one stands: of it only what fits what is typed now.
	].filter(({ label }) => label.toLowerCase().includes(wanted));
	const groups = [...new Set(actions.map(({ group }) => group))].map((group) => ({
		group,
		actions: actions.filter((action) => action.group === group).slice(0, MOST) as SpotlightActionData[],
	}));
	const failure = found.error ?? guilds.error;
	const asking = asked !== query.trim() || found.loading || guilds.loading;
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
				maxLength={LONGEST}
				onKeyDown={({ key }) => {
					// What the server found comes after the first line was marked: then none is, and the first is meant.
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
					actions.length === 0 && <Spotlight.Empty>{asking ? 'Looking …' : 'Nothing of that name.'}</Spotlight.Empty>
				)}
			</Spotlight.ActionsList>
		</Spotlight.Root>
	);
}

const settings = (id: string) => `/dashboard/settings/${id}`;

/** The screen that holds a watch list, showing this SKU on it. */
function skuPath(sku: string, list: string): string {
	if (list === REFURBISHED_LIST) return filteredPath(settings('nike-refurbished'), sku);
	const monitored = list === ADIDAS_LIST || list in WATCH_LISTS;
	return filteredPath(settings(monitored ? 'imagemonitor' : 'hotsku'), sku, list);
}
