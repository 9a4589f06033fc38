import './guilds.css';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { refresh } from '../api/useCall.ts';
import { Title } from '../ui/Title.tsx';

/** The page of a server that the user cannot manage. It is the same whether the server exists or not. */
export default function NoServer({ guildId }: { guildId: string }) {
	// The menu can still have the server.
	useEffect(() => void refresh('guildList', 'guildStates'), []);
	return (
		<div className="no-server" role="alert">
			<Title of="Server not available" />
			<h1>You cannot manage this server</h1>
			<p>
				There is no Discord server with the ID <code>{guildId}</code>, or your account does not have the permission
				Manage Server in it. After a change in Discord this can take up to five minutes.
			</p>
			<p>
				<Link to="/dashboard/admin">Back to your servers</Link>
			</p>
		</div>
	);
}
