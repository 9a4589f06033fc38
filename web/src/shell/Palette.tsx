import '../theme/overlays.ts';
import '@mantine/spotlight/styles.css';
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { reasonOf, useCall } from '../api/useCall.ts';
import { type FoundLine, isNamed, useFeatures, useSections } from './feature.ts';
import { takeEarlyPress } from './pressedEarly.ts';
import { sectionPath } from '../ui/paths.ts';

/** The pause in typing before the palette searches the server, ms. */
const DEBOUNCE_MS = 150;
/** Characters that can be searched for. */
const MAX_LENGTH = 64;
/** Lines shown per group. */
const SHOWN = 8;

const NOTHING = { skus: [], labels: [], webhooks: [], people: [], servers: [], products: [] };

/** Ctrl+K or ⌘K: opens a section, or what the features find, such as a server or a person, and runs actions on it. */
export default function Palette() {
	const navigate = useNavigate();
	const list = useRef<HTMLDivElement>(null);
	const [query, setQuery] = useState('');
	const [failed, setFailed] = useState<string | null>(null);
	const features = useFeatures();
	const typed = query.trim();
	const wanted = typed.toLowerCase();
	const verb = features.flatMap(({ verbs = [] }) => verbs).find((word) => wanted.startsWith(`${word} `)) ?? null;
	const object = typed.slice(verb === null ? 0 : verb.length).trim();
	const [searched] = useDebouncedValue(object, DEBOUNCE_MS);
	useEffect(() => {
		if (takeEarlyPress()) spotlight.open();
	}, []);
	const guilds = useCall('guildList', {});
	const found = useCall('find', searched === '' ? null : { q: searched });
	const toAction = ({ id, group, label, description, path, run }: FoundLine) => ({
		id,
		group,
		label,
		...(description && { description }),
		// An action that fails shows why.
		closeSpotlightOnTrigger: !run,
		onClick: () => void open(path, run),
	});
	async function open(path: string, run: FoundLine['run']) {
		setFailed(null);
		try {
			await run?.();
		} catch (error) {
			setFailed(reasonOf(error));
			return;
		}
		if (run) spotlight.close();
		void navigate(path);
	}
	// Many headings have the word Webhooks: sections with the text in their label come first.
	const sections = useSections()
		.filter((section) => isNamed(section, wanted))
		.toSorted(
			(a, b) => Number(b.label.toLowerCase().includes(wanted)) - Number(a.label.toLowerCase().includes(wanted)),
		);
	const { servers, ...data } = (object === '' ? undefined : found.data) ?? NOTHING;
	// The user's servers, also those that Dropwire does not know yet, before others.
	const own = (guilds.data?.data.data ?? []).map(({ guildId, guildName: name }) => ({ guildId, name }));
	const others = servers.filter(({ guildId }) => own.every((one) => one.guildId !== guildId));
	const lines = { ...data, servers: [...own, ...others], text: object.toLowerCase(), verb };
	const things = features
		.flatMap((feature) => feature.find?.(lines) ?? [])
		// Until the next response arrives, the palette filters the previous one by the current text.
		.filter((line) => hasWords(line, wanted));
	const doable = features
		.flatMap(({ actions = [] }) => actions)
		.filter((line) => wanted !== '' && hasWords(line, wanted))
		.map((line) => ({ ...line, group: 'Actions' }));
	const actions = [
		...sections.map(({ id, label, alias }) => ({
			id,
			group: 'Sections',
			label,
			...(alias && { description: alias }),
			path: sectionPath(id),
		})),
		...doable,
		...things,
	].map(toAction);
	const groups = [...new Set(actions.map(({ group }) => group))].map((group) => ({
		group,
		actions: actions.filter((action) => action.group === group).slice(0, SHOWN) as SpotlightActionData[],
	}));
	const failure = failed ?? (found.error ?? guilds.error)?.message;
	const searching = searched !== object || found.loading || guilds.loading;
	return (
		<Spotlight.Root
			shortcut="mod + K"
			tagsToIgnore={[]}
			query={query}
			onQueryChange={(text) => {
				setQuery(text);
				setFailed(null);
			}}
			scrollable
			maxHeight={420}
		>
			<Spotlight.Search
				placeholder="Go to a section, person, server, SKU, webhook, or do something"
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
						Error: {failure}
					</Spotlight.Empty>
				) : (
					actions.length === 0 && <Spotlight.Empty>{searching ? 'Searching …' : 'No results.'}</Spotlight.Empty>
				)}
			</Spotlight.ActionsList>
		</Spotlight.Root>
	);
}

/** Whether a line has each word of a text. */
function hasWords(
	{ label, description = '', names = '' }: Pick<FoundLine, 'label' | 'description' | 'names'>,
	text: string,
) {
	const own = `${label}\n${description}\n${names}`.toLowerCase();
	return text.split(/\s+/).every((word) => own.includes(word));
}
