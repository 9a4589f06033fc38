import { Link, useParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { Title } from '../ui/Title.tsx';
import { Log } from './DeliveryLog.tsx';

/** The delivery log of one server. */
export default function GuildDeliveries() {
	const { guildId = '' } = useParams();
	const guilds = useCall('guildList', {}).data?.data.data;
	const server = guilds?.find((guild) => guild.guildId === guildId)?.guildName ?? 'Server';
	return (
		<>
			<Title of="Delivery log" />
			<p className="crumbs">
				<Link to={`/dashboard/admin/${guildId}`}>{server}</Link>
			</p>
			<Log title="Delivery log" guildId={guildId} />
		</>
	);
}
