import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../data/useCall.ts';
import { SECTIONS } from '../shell/sections.tsx';
import { screenOf } from '../webhooks/brands.ts';

/** The server is asked once one stops typing, ms. */
const PAUSE_MS = 150;
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
	const named = ({ label }: { label: string }) => label.toLowerCase().includes(wanted);
	const local = [
		...SECTIONS.map(({ id, label }) => go(id, 'Sections', label, `/dashboard/settings/${id}`)),
		...(guilds.data?.data.data ?? []).map(({ guildId, guildName }) =>
			go(guildId, 'Servers', guildName, `/dashboard/admin/${guildId}`),
		),
	].filter(named);
	const remote =
		wanted === ''
			? []
			: [
					...(found.data?.skus ?? []).map(({ sku, list }) =>
						go(`${list}/${sku}`, 'SKUs', sku, `/dashboard/settings/imagemonitor`, list),
					),
					...(found.data?.labels ?? []).map(({ label, brand, category, region, status }) =>
						go(
							`${brand}/${category}/${region}/${status}/${label}`,
							'Webhooks',
							label,
							`/dashboard/settings/${screenOf(brand, category)?.id ?? 'stocknumber'}?filter=${encodeURIComponent(label)}`,
							`${brand} ${category} · ${region} · ${status}`,
						),
					),
				];
	const actions = [...local, ...remote];
	const groups = [...new Set(actions.map(({ group }) => group))].map((group) => ({
		group,
		actions: actions.filter((action) => action.group === group).slice(0, MOST) as SpotlightActionData[],
	}));
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
				{actions.length === 0 && <Spotlight.Empty>Nothing of that name.</Spotlight.Empty>}
			</Spotlight.ActionsList>
		</Spotlight.Root>
	);
}
