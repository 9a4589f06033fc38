import { Link, useParams } from 'react-router-dom';
import { Title } from '../ui/Title.tsx';
import { Log } from './DeliveryLog.tsx';

/** The delivery log of one server. */
export default function GuildDeliveries() {
	const { guildId = '' } = useParams();
	return (
		<>
			<Title of="Delivery log" />
			<p className="crumbs">
				<Link to={`/dashboard/admin/${guildId}`}>All channels</Link>
			</p>
			<Log title="Delivery log" guildId={guildId} />
		</>
	);
}
