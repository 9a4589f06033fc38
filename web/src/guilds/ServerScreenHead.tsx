import './serverScreens.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { Title } from '../ui/Title.tsx';
import { ServerViews } from './ServerViews.tsx';

/** The head of a server's further screens: its server, the screen, and the ways to the others. */
export function ServerScreenHead({
	guildId,
	title,
	children,
}: {
	guildId: string;
	title: string;
	/** What can be done on the screen. */
	children?: ReactNode;
}) {
	const guilds = useCall('guildList', {}).data?.data.data;
	const server = guilds?.find((guild) => guild.guildId === guildId)?.guildName ?? 'Server';
	return (
		<header>
			<Title of={`${title} of ${server}`} />
			<div className="page-head server-screen-head">
				<p className="crumbs">
					<Link to={`/dashboard/admin/${guildId}`}>{server}</Link>
				</p>
				<h1>{title}</h1>
				{children && <div className="tools">{children}</div>}
			</div>
			<ServerViews guildId={guildId} />
		</header>
	);
}
