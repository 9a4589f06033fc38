import type { CallOutput, Contract } from '@dropwire/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { Capped } from '../ui/Capped.tsx';
import { counted } from '../ui/format.ts';

/** The pause in typing before servers are searched, ms. */
const DEBOUNCE_MS = 150;
/** Rows from which a list has a filter. */
const FILTERED_FROM = 8;

/** Who gets an announcement. */
export interface Chosen {
	/** Labels of saved webhooks. */
	labels: ReadonlySet<string>;
	allServers: boolean;
	/** The numbers of their webhooks, by server. */
	servers: ReadonlyMap<string, number>;
}

export const NOBODY: Chosen = { labels: new Set(), allServers: false, servers: new Map() };

interface Props {
	/** The labels of the saved webhooks. */
	labels: readonly string[];
	servers: CallOutput<Contract['announcementServers']>['data'] | undefined;
	chosen: Chosen;
	choose(chosen: Chosen): void;
	disabled: boolean;
}

/** Chooses the saved webhooks and the servers that get an announcement. */
export function Recipients({ labels, servers, chosen, choose, disabled }: Props) {
	const all = labels.filter((label) => chosen.labels.has(label)).length;
	if (labels.length === 0 && !servers?.servers) return null;
	return (
		<fieldset className="recipients" disabled={disabled}>
			<legend>Recipients</legend>
			{labels.length > 0 && (
				<Group
					all={`All ${counted(labels.length, 'webhook')}`}
					checked={all === labels.length}
					indeterminate={all > 0 && all < labels.length}
					toggle={(on) => choose({ ...chosen, labels: new Set(on ? labels : []) })}
					rows={labels.length}
					name="webhooks to choose"
				>
					{(q) => (
						<Capped rows={labels.filter((label) => label.toLowerCase().includes(q))}>
							{(shown) =>
								shown.map((label) => (
									<Checkbox
										key={label}
										size="xs"
										label={label}
										checked={chosen.labels.has(label)}
										onChange={({ currentTarget: { checked } }) =>
											choose({ ...chosen, labels: toggled(chosen.labels, label, checked) })
										}
									/>
								))
							}
						</Capped>
					)}
				</Group>
			)}
			{servers !== undefined && servers.servers > 0 && (
				<Group
					all={`All ${counted(servers.servers, 'server')} with a link to Stock Numbers (${counted(servers.webhooks, 'webhook')})`}
					checked={chosen.allServers}
					indeterminate={!chosen.allServers && chosen.servers.size > 0}
					toggle={(allServers) => choose({ ...chosen, allServers, servers: new Map() })}
					rows={servers.servers}
					name="servers to choose"
				>
					{(q) => <Servers q={q} chosen={chosen} choose={choose} />}
				</Group>
			)}
		</fieldset>
	);
}

/** A checkbox for all rows, above a list of them that has a filter if it is long. */
function Group({
	all,
	checked,
	indeterminate,
	toggle,
	rows,
	name,
	children,
}: {
	all: string;
	checked: boolean;
	indeterminate: boolean;
	toggle(on: boolean): void;
	rows: number;
	name: string;
	children(q: string): ReactNode;
}) {
	const [filter, setFilter] = useState('');
	return (
		<div className="recipient-group">
			<Checkbox
				size="xs"
				label={all}
				checked={checked}
				indeterminate={indeterminate}
				onChange={(event) => toggle(event.currentTarget.checked)}
			/>
			{rows > FILTERED_FROM && (
				<TextInput
					size="xs"
					type="search"
					aria-label={`Filter ${name}`}
					placeholder="Filter"
					value={filter}
					onChange={(event) => setFilter(event.currentTarget.value)}
					onKeyDown={(event) => {
						// Enter would send the announcement.
						if (event.key === 'Enter') event.preventDefault();
					}}
				/>
			)}
			<div className="recipient-list" role="group" aria-label={name}>
				{children(filter.trim().toLowerCase())}
			</div>
		</div>
	);
}

function Servers({ q, chosen, choose }: { q: string } & Pick<Props, 'chosen' | 'choose'>) {
	const [searched] = useDebouncedValue(q, DEBOUNCE_MS);
	const { data, error } = useCall('announcementServerList', searched === '' ? {} : { q: searched });
	return (
		<>
			{error && <p className="bad">Error: {error.message}</p>}
			{data?.data.length === 0 && <p className="empty">No server matches.</p>}
			<Capped rows={data?.data ?? []}>
				{(shown) =>
					shown.map(({ guildId, name, webhooks }) => (
						<Checkbox
							key={guildId}
							size="xs"
							label={webhooks === 1 ? name : `${name} (${counted(webhooks, 'webhook')})`}
							checked={chosen.allServers || chosen.servers.has(guildId)}
							disabled={chosen.allServers}
							onChange={({ currentTarget: { checked } }) => {
								const servers = new Map(chosen.servers);
								if (checked) servers.set(guildId, webhooks);
								else servers.delete(guildId);
								choose({ ...chosen, servers });
							}}
						/>
					))
				}
			</Capped>
		</>
	);
}

function toggled(all: ReadonlySet<string>, one: string, on: boolean): ReadonlySet<string> {
	const others = new Set(all);
	if (on) others.add(one);
	else others.delete(one);
	return others;
}
