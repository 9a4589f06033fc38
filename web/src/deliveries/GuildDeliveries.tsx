import { Link, useParams } from 'react-router-dom';
import { Log } from './DeliveryLog.tsx';

/** The log of one server. */
export default function GuildDeliveries() {
	const { guildId = '' } = useParams();
	return (
		<>
			<p className="crumbs">
				<Link to={`/dashboard/admin/${guildId}`}>All channels</Link>
			</p>
			<Log title="What was delivered" guildId={guildId} />
		</>
	);
}
