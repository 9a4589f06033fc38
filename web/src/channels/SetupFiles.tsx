import type { Link } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { save } from '../images/download.ts';
import { counted } from '../ui/format.ts';
import type { CopiedLink } from './bulkChanges.ts';
import { ChannelMap } from './CopyToServer.tsx';
import { readSetup, writeSetup } from './setupFile.ts';

/** Downloads a server's setup, for other servers and other people. */
export function SaveSetup({ guildId, links }: { guildId: string; links: readonly Link[] }) {
	const guilds = useCall('guildList', {}).data?.data.data;
	const server = guilds?.find((guild) => guild.guildId === guildId)?.guildName ?? 'server';
	if (links.length === 0) return <p className="empty">This server has nothing to save yet.</p>;
	const file = () => new Blob([writeSetup(links)], { type: 'application/json' });
	return (
		<>
			<p className="dim" style={{ margin: 0 }}>
				The file has the topics, regions, names of channels and options of {counted(links.length, 'link')}. It has no
				webhook URLs, and no mentioned roles and threads, which belong to one server.
			</p>
			<Button style={{ width: 'fit-content' }} onClick={() => save(file(), `${nameOf(server)}-setup.json`)}>
				Save as a file
			</Button>
		</>
	);
}

/** `sole-searchers`. */
function nameOf(server: string): string {
	return (
		server
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu)
			?.join('-') ?? 'server'
	);
}

/** Adds the links of a file to a server, channel by channel. */
export function LoadSetup({ guildId, close }: { guildId: string; close(): void }) {
	const [file, setFile] = useState<File | null>(null);
	const [links, setLinks] = useState<readonly CopiedLink[] | null>(null);
	const [error, setError] = useState<string | null>(null);
	async function choose(chosen: File | null) {
		setFile(chosen);
		setLinks(null);
		setError(null);
		try {
			if (chosen) setLinks(readSetup(await chosen.text()));
		} catch (failure) {
			setError((failure as Error).message);
		}
	}
	return (
		<>
			<Button variant="default" component="label" style={{ width: 'fit-content' }}>
				{file ? 'Choose another file' : 'Choose a file'}
				<input
					type="file"
					accept=".json,application/json"
					className="unseen-input"
					onChange={(event) => {
						void choose(event.currentTarget.files?.[0] ?? null);
						// Allows the user to select the same file again after editing it.
						event.currentTarget.value = '';
					}}
				/>
			</Button>
			{error && (
				<p className="bad" role="alert" style={{ margin: 0 }}>
					{error}
				</p>
			)}
			{file && links && (
				<p role="status" style={{ margin: 0 }}>
					{counted(links.length, 'link')} in {file.name}. Choose a channel for each of the setup's channels.
				</p>
			)}
			{file && links && (
				<ChannelMap key={`${file.name} ${file.lastModified}`} to={guildId} links={links} close={close} />
			)}
		</>
	);
}
